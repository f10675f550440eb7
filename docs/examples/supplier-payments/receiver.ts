/** The receiver of the bank's notifications. If it fails, it answers 503, and the bank sends the notification again. */
import { Hono } from 'hono'
import type { Worker } from './worker.ts'

export function createReceiver(worker: Worker, log: (error: unknown) => void): Hono {
  const app = new Hono()
  app.post('/hooks', async (context) => {
    const { resources } = await context.req.json<{ resources: string[] }>()
    for (const path of resources) await worker.ask(path)
    return context.text('taken')
  })
  app.onError((error, context) => {
    log(error)
    return context.text('again, please', 503)
  })
  return app
}
