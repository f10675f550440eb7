#!/usr/bin/env node
/** `npx vostro`: the process. Everything that is of this process alone is here: its words, its streams, its end. */
import { main } from './main.ts'

const write = (stream: NodeJS.WriteStream, text: string) =>
  new Promise<void>((resolve) => {
    stream.write(text.endsWith('\n') ? text : `${text}\n`, () => resolve())
  })

/** The last line for the operator: not every platform writes it at once. */
let logged = Promise.resolve()

// A reader of the first lines alone, `vostro replay FILE | head`, wants no more. A server goes on all the same, without its log.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

main(process.argv.slice(2), {
  stdout: (text) => write(process.stdout, text),
  stderr: (line) => {
    logged = write(process.stderr, line)
  },
  environment: process.env,
}).then(async (code) => {
  await logged
  // Connections to receivers of pushes would hold it for some seconds.
  process.exit(code)
})
