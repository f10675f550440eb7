/** A receiver of pushes as a Hono application. Its `fetch` is connected to the bank in process, without a server. */
import { Hono } from 'hono'
import type { PaymentBook } from './payment-book.ts'

export function honoReceiver(book: PaymentBook): Hono {
  const app = new Hono()
  app.post('/hooks', async (context) => {
    await book.receive(await context.req.json())
    return context.text('taken')
  })
  return app
}
