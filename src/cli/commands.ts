/** The commands of `vostro`. One more is a file in commands/ and a row here: help, the reference page and the parser read it. */
import type { Command } from './command.ts'
import { calibrate } from './commands/calibrate.ts'
import { coverage } from './commands/coverage.ts'
import { judge } from './commands/judge.ts'
import { mutants } from './commands/mutants.ts'
import { openapi } from './commands/openapi.ts'
import { replay, trace } from './commands/replay.ts'
import { serve } from './commands/serve.ts'

/** What is done where no command is named. */
export const defaultCommand: Command = serve

/** Every command, in the order in which help shows them. */
export const commands: readonly Command[] = [serve, replay, trace, openapi, calibrate, coverage, mutants, judge]
