/** The receiver of the bank's notifications. What it cannot take in, the bank sends again. */
import { Hono } from 'hono'
import type { Worker } from './worker.ts'

export function createReceiver(worker: Worker): Hono {
  const app = new Hono()
  app.post('/hooks', async (context) => {
    const { resources } = await context.req.json<{ resources: string[] }>()
    for (const path of resources) await worker.ask(path)
    return context.text('taken')
  })
  return app
}
