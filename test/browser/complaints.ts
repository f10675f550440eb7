/** What the pages of a browser complain of. */
import type { BrowserContext } from 'playwright-core'

/** What the pages of a context write to the console, and what they throw. */
export function complaintsIn(context: BrowserContext): readonly string[] {
  const complaints: string[] = []
  context.on('console', (message) => complaints.push(message.text()))
  context.on('weberror', (error) => complaints.push(error.error().message))
  return complaints
}
