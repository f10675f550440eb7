import { expect, it, onTestFinished, vi } from 'vitest'
import { shutdownSignal } from '../../src/cli/shutdown-signal.ts'
import { signalListenersSince } from '../support/vostro-process.ts'

it('exits at once at the first signal after npx has ended [§8]', async () => {
  onTestFinished(signalListenersSince())
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })
  vi.stubEnv('npm_command', 'exec')
  const parent = vi.spyOn(process, 'ppid', 'get').mockReturnValue(2)
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)

  const ended = shutdownSignal()
  parent.mockReturnValue(1)
  const signal = await ended
  process.emit('SIGTERM', 'SIGTERM')

  expect(signal).toBe('SIGTERM')
  expect(exit).toHaveBeenCalledExactlyOnceWith(143)
})
