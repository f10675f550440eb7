/** A receiver of pushes as a Fastify application. It runs as a server, to which the bank pushes with `fetch`. */
import fastify, { type FastifyInstance } from 'fastify'
import type { Notification, PaymentBook } from './payment-book.ts'

export function fastifyReceiver(book: PaymentBook): FastifyInstance {
  const app = fastify()
  app.post<{ Body: Notification }>('/hooks', async ({ body }, reply) => {
    await book.receive(body)
    return reply.status(200).send('taken')
  })
  return app
}
