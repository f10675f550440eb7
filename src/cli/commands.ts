/** The commands of `vostro`. A new one is a file in commands/ and a row here, which help, reference page and parser read. */
import type { Command } from './command.ts'
import { calibrate } from './commands/calibrate.ts'
import { coverage } from './commands/coverage.ts'
import { judge } from './commands/judge.ts'
import { mutants } from './commands/mutants.ts'
import { openapi } from './commands/openapi.ts'
import { replay, trace } from './commands/replay.ts'
import { serve } from './commands/serve.ts'

/** The command that runs where the command line names none. */
export const defaultCommand: Command = serve

/** Every command, in the order in which help shows them. */
export const commands: readonly Command[] = [serve, replay, trace, openapi, calibrate, coverage, mutants, judge]
