/** A receiver of pushes as an Express application. It runs as a server, to which the bank pushes with `fetch`. */
import express from 'express'
import type { PaymentBook } from './payment-book.ts'

export function expressReceiver(book: PaymentBook): express.Express {
  const app = express()
  app.use(express.json())
  app.post('/hooks', async (request, response) => {
    await book.receive(request.body)
    response.status(200).send('taken')
  })
  return app
}
