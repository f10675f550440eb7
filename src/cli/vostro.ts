#!/usr/bin/env node
/** `npx vostro`: the process. It hands its arguments, streams and environment to `main`, and exits with the code that `main` returns. */
import { fstatSync, writeFileSync } from 'node:fs'
import { main } from './main.ts'

const lineOf = (text: string) => (text.endsWith('\n') ? text : `${text}\n`)

/** Writes a line. A reader may close the pipe after the first lines: `vostro openapi | head`. */
const write = (stream: NodeJS.WriteStream, text: string) =>
  new Promise<void>((resolve, reject) => {
    stream.write(lineOf(text), (error?: NodeJS.ErrnoException | null) =>
      error && error.code !== 'EPIPE' ? reject(error) : resolve(),
    )
  })

/** Writes a line to stdout. A file is written directly, because the stream does not report a full disk. */
const writeOut = async (text: string) =>
  fstatSync(process.stdout.fd).isFile() ? writeFileSync(process.stdout.fd, lineOf(text)) : write(process.stdout, text)

/** Settles when the last line on stderr is written: some platforms write asynchronously. */
let logged = Promise.resolve()

// An error without a handler would end the process. Each write reports its own error, and a server goes on without its log.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

main(process.argv.slice(2), {
  stdout: writeOut,
  stderr: (line) => {
    logged = write(process.stderr, line).catch(() => undefined)
  },
  environment: process.env,
  columns: process.stdout.columns,
}).then(async (code) => {
  await logged
  // Connections to receivers of pushes would keep the process alive for some seconds.
  process.exit(code)
})
