/**
 * Peers: the nearest equal work of other simulators, each in a process of its own. They are installed into a folder for temporary
 * files when this runs; what does not install, or does not run, is skipped with a line.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../measure.ts'
import { type Row, report } from '../row.ts'

const root = process.env['BENCH_ROOT'] as string
const COUNT = 10_000
/** The peers take seconds: one run of them is enough to tell, and three of ours. */
const [RUNS, RUNS_OF_PEERS] = [3, 1]

interface Peer {
  readonly packages: readonly string[]
  /** Opens it, and gives functions to create a record with an id, to read one, to take a snapshot and to restore it. */
  readonly program: string
}

const ours: Peer = {
  packages: [],
  program: `
    const { createBank } = await import('${root}dist/index.js')
    const bank = createBank()
    const masterAccountNumber = bank.masterAccount.accountNumber
    const create = (title) => bank.subledgers.create({ masterAccountNumber, title }).accountNumber
    const read = (id) => bank.subledgers.get(id).title
    let taken
    const save = () => { taken = bank.snapshot() }
    const restore = () => bank.restore(taken)`,
}

/** The least that each must take beside the bank: to create and read, and to save and restore. */
const LEAST: Record<string, readonly [created: number, saved: number]> = {
  '@msw/data': [8, 0],
  miragejs: [15, 50],
  'json-server': [8, 4.3],
  'pg-mem': [8, 0.13],
}

const peers: Record<string, Peer> = {
  '@msw/data': {
    packages: ['@msw/data', 'zod'],
    program: `
      const { Collection } = await import('@msw/data')
      const z = await import('zod')
      const accounts = new Collection({ schema: z.object({ id: z.string(), title: z.string(), balance: z.number() }) })
      let made = 0
      const create = async (title) => (await accounts.create({ id: String(made++), title, balance: 0 })).id
      const read = (id) => accounts.findFirst((query) => query.where({ id })).title`,
  },
  miragejs: {
    packages: ['miragejs'],
    program: `
      const { createServer, Model } = (await import('miragejs')).default ?? (await import('miragejs'))
      const server = createServer({ environment: 'test', models: { account: Model } })
      const create = (title) => server.create('account', { title, balance: 0 }).id
      const read = (id) => server.schema.find('account', id).title
      let taken
      const save = () => { taken = server.db.dump() }
      const restore = () => { server.db.emptyData(); server.db.loadData(taken) }`,
  },
  'json-server': {
    packages: ['json-server@0.17.4'],
    program: `
      const { default: jsonServer } = await import('json-server')
      const router = jsonServer.router({ accounts: [] })
      const { db } = router
      const create = (title) => db.get('accounts').insert({ title, balance: 0 }).write().id
      const read = (id) => db.get('accounts').getById(id).value().title
      let taken
      const save = () => { taken = JSON.stringify(db.getState()) }
      const restore = () => db.setState(JSON.parse(taken))`,
  },
  'pg-mem': {
    packages: ['pg-mem'],
    program: `
      const { newDb } = await import('pg-mem')
      const db = newDb()
      db.public.none('create table accounts (id integer primary key, title text, balance integer)')
      const accounts = db.public.getTable('accounts')
      let made = 0
      const create = (title) => accounts.insert({ id: made++, title, balance: 0 }).id
      const read = (id) => db.public.one('select title from accounts where id = ' + id).title
      let taken
      const save = () => { taken = db.backup() }
      const restore = () => taken.restore()`,
  },
}

const work = `
  const start = process.cpuUsage()
  const ids = []
  for (let count = 0; count < ${COUNT}; count++) ids.push(await create('Customer ' + count))
  for (const id of ids) if (!(await read(id)).startsWith('Customer')) throw new Error('nothing was read')
  const created = process.cpuUsage(start)
  const again = process.cpuUsage()
  if (typeof save === 'function') { save(); restore() }
  const saved = typeof save === 'function' ? process.cpuUsage(again) : undefined
  const total = ({ user, system }) => user + system
  process.stdout.write('\\n@' + JSON.stringify({ created: total(created), saved: saved && total(saved) }) + '\\n')
  process.exit(0)`

interface Result {
  readonly created: number
  readonly saved?: number
}

function runOnce(folder: string, { program }: Peer): Result {
  const script = `let save, restore; { ${program.replace(/\bconst (save|restore) =/g, '$1 =')}\n globalThis.kept = { create, read } }\nconst { create, read } = globalThis.kept\n${work}`
  const args = ['--max-old-space-size=4000', '--input-type=module', '-e', script]
  const text = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', timeout: 300_000 })
  return JSON.parse(text.slice(text.indexOf('@') + 1).split('\n')[0] as string)
}

const rows: Row[] = []
const found = new Map<string, Result>()
const folders = new Map<string, string>([['vostro', root]])
for (const [name, { packages }] of Object.entries(peers)) {
  const folder = join(tmpdir(), 'vostro-peers', name.replace('/', '-'))
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
    execFileSync('npm', ['i', '--no-save', '--no-audit', '--no-fund', ...packages], {
      cwd: folder,
      stdio: 'pipe',
      timeout: 180_000,
    })
    folders.set(name, folder)
  } catch {
    console.error(`${name} does not install here: skipped.`)
  }
}
for (const [name, folder] of folders) {
  try {
    const results = Array.from({ length: name === 'vostro' ? RUNS : RUNS_OF_PEERS }, () =>
      runOnce(folder, name === 'vostro' ? ours : (peers[name] as Peer)),
    )
    const created = median(results.map((result) => result.created))
    const saved = results.map((result) => result.saved).filter((each) => each !== undefined)
    found.set(name, { created, ...(saved.length > 0 ? { saved: median(saved) } : {}) })
  } catch (error) {
    console.error(
      `${name} does not run here: skipped. ${
        String(error)
          .split('\n')
          .find((line) => line.includes('Error')) ?? ''
      }`,
    )
  }
}
const own = found.get('vostro') as Result
const others = [...found].filter(([name]) => name !== 'vostro')
const cost = (total: number) => ({ wall: total, cpu: total })
for (const [name, { created, saved }] of others) {
  const [leastCreated, leastSaved] = LEAST[name] ?? [0, 0]
  rows.push({
    section: 'peers',
    figure: 'create and read 10,000 records',
    beside: name,
    ours: cost(own.created),
    limit: cost(created),
    ratio: created / own.created,
    target: leastCreated,
    isLeast: true,
  })
  if (saved === undefined || own.saved === undefined) continue
  rows.push({
    section: 'peers',
    figure: 'snapshot and restore them',
    beside: name,
    ours: cost(own.saved),
    limit: cost(saved),
    ratio: saved / Math.max(own.saved, 1),
    target: leastSaved,
    isLeast: true,
  })
}
report(rows)
