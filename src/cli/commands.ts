/** The commands of `vostro`. A new command is a file in commands/ and a row here, for the help, the reference page and the parser. */
import type { Command } from './command.ts'
import { calibrate } from './commands/calibrate.ts'
import { coverage } from './commands/coverage.ts'
import { judge } from './commands/judge.ts'
import { mutants } from './commands/mutants.ts'
import { openapi } from './commands/openapi.ts'
import { serve } from './commands/serve.ts'

/** The command that runs if the command line names no command. */
export const defaultCommand: Command = serve

/** Every command, in the order in which help shows them. */
export const commands: readonly Command[] = [serve, openapi, calibrate, coverage, mutants, judge]
