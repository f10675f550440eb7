#!/usr/bin/env node
/** `npx vostro`: the process. Everything that is of this process alone is here: its words, its streams, its end. */
import { fstatSync, writeFileSync } from 'node:fs'
import { main } from './main.ts'

const lineOf = (text: string) => (text.endsWith('\n') ? text : `${text}\n`)

/** Writes a line. A reader of the first lines alone, `vostro replay FILE | head`, wants no more. */
const write = (stream: NodeJS.WriteStream, text: string) =>
  new Promise<void>((resolve, reject) => {
    stream.write(lineOf(text), (error?: NodeJS.ErrnoException | null) =>
      error && error.code !== 'EPIPE' ? reject(error) : resolve(),
    )
  })

/** The same to stdout. The stream of a file does not say what of a line the disk had no room for. */
const writeOut = async (text: string) =>
  fstatSync(process.stdout.fd).isFile() ? writeFileSync(process.stdout.fd, lineOf(text)) : write(process.stdout, text)

/** The last line for the operator: not every platform writes it at once. */
let logged = Promise.resolve()

// What cannot be written is told where it is written. A server goes on all the same, without its log.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

main(process.argv.slice(2), {
  stdout: writeOut,
  stderr: (line) => {
    logged = write(process.stderr, line).catch(() => undefined)
  },
  environment: process.env,
}).then(async (code) => {
  await logged
  // Connections to receivers of pushes would hold it for some seconds.
  process.exit(code)
})
