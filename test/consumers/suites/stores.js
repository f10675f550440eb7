/** `explore` with the stores in memory that people use: no run sees what another one has left. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import Keyv from 'keyv'
import loki from 'lokijs'
import initSqlJs from 'sql.js'
import { explore } from 'vostro/explore'

const SQL = await initSqlJs()

/** Opens a store with nothing in it, as each run does: `add` writes one row by the wrapped client, and `count` tells how many there are. */
const stores = {
  'sql.js': async (wrap) => {
    const database = new SQL.Database()
    database.run('create table if not exists rows (id text)')
    const client = wrap(database)
    return {
      add: async () => void client.run("insert into rows values ('1')"),
      count: async () => Number(database.exec('select count(*) from rows')[0].values[0][0]),
    }
  },
  'node:sqlite': async (wrap) => {
    const database = new DatabaseSync(':memory:')
    database.exec('create table if not exists rows (id text)')
    const client = wrap(database)
    return {
      add: async () => void client.prepare('insert into rows values (?)').run('1'),
      count: async () => database.prepare('select count(*) as count from rows').get().count,
    }
  },
  pglite: async (wrap) => {
    const database = await PGlite.create()
    await database.query('create table if not exists rows (id text)')
    const client = wrap(database)
    return {
      add: async () => void (await client.query("insert into rows values ('1')")),
      count: async () => Number((await database.query('select count(*) from rows')).rows[0].count),
    }
  },
  lokijs: async (wrap) => {
    const rows = new loki('rows.db', { adapter: new loki.LokiMemoryAdapter() }).addCollection('rows')
    const client = wrap(rows)
    return { add: async () => void client.insert({ id: '1' }), count: async () => rows.count() }
  },
  keyv: async (wrap) => {
    const rows = new Keyv()
    const client = wrap(rows)
    const count = async () => ((await rows.get('1')) === undefined ? 0 : 1)
    return { add: async () => void (await client.set('1', 'row')), count }
  },
}

for (const [name, open] of Object.entries(stores)) {
  const before = []
  const { warnings, failures, runs } = await explore(
    async ({ store, bank, fetch }) => {
      const { add, count } = await open(store)
      before.push(await count())
      await add()
      await fetch(`${bank.urls.authUrl}/.well-known/openid-configuration`)
    },
    { depth: 1, mayReject: (error) => !/a change of this run/.test(error.message), maxFailures: 1 },
  )

  assert.deepEqual(new Set(before), new Set([0]), `${name}: a run found ${Math.max(...before)} rows`)
  assert.deepEqual(warnings, [], name)
  assert.match(failures[0]?.message ?? 'none', /^The store has (failed|done it)/, name)
  assert.ok(runs > 2, name)
}
process.stdout.write(`${Object.keys(stores).length} stores, each empty in each run\n`)
