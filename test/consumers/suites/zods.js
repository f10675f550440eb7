/**
 * vostro beside two zods of the user, of other versions and with settings of their own, imported before it or after: its words stay
 * its own, the settings of zod are the only globals that it leaves behind, and it works where nothing may be compiled.
 */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A French zod whose map of errors throws, and one of an older kind with a map of its own. */
async function setUpZods() {
  const { z } = await import('zod')
  const { z: older } = await import('zod3')
  z.config({
    ...z.locales.fr(),
    customError: () => {
      throw new Error('a map of the user')
    },
  })
  older.setErrorMap(() => ({ message: 'des mots de zod 3' }))
  return older
}

/** Imports both forms of the package where nothing may be compiled, and where every global is counted. */
async function importBare() {
  const before = Reflect.ownKeys(globalThis)
  const { Function: compile, eval: evaluate } = globalThis
  const compiled = []
  const refuse = (name) =>
    new Proxy(compile, {
      construct: (_, code) => assert.fail(`new ${name} of ${compiled.push(code)}`),
      apply: (_, __, code) => assert.fail(`${name} of ${compiled.push(code)}`),
    })
  Object.assign(globalThis, { Function: refuse('Function'), eval: refuse('eval') })
  try {
    const forms = [await import('vostro'), require('vostro')]
    for (const form of forms) use(form)
    // zod asks by an empty program whether it may compile.
    assert.deepEqual(compiled.filter(Boolean), [])
    return forms
  } finally {
    Object.assign(globalThis, { Function: compile, eval: evaluate })
    // By its symbol the two forms of the package know the same tests.
    const isOurs = (name) => name === Symbol.for('vostro.running') || String(name).startsWith('__zod_global')
    assert.deepEqual(
      Reflect.ownKeys(globalThis).filter((name) => !isOurs(name)),
      before.filter((name) => !isOurs(name)),
    )
  }
}

function use({ createBank }) {
  const bank = createBank()
  bank.loans.add()
  bank.clock.advance({ hours: 2 })
  assert.equal(bank.loans.summary({ Take: 1 }).Results.length, 1)
}

async function hold({ createBank }) {
  const bank = createBank()
  assert.throws(() => createBank({ seed: 'one', timeZone: 5 }), /seed: must be number, received string/)
  assert.throws(() => bank.accounts.open({ title: 5 }), /title must be string, received number/)
  const { access_token } = bank.tokens.issue()
  const response = await bank.fetch(`${bank.urls.baseUrl}/webhooks/v1/registrations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ partnerId: 17, callbackUrl: 'https://partner.example/' }),
  })
  assert.equal(response.status, 400)
  assert.deepEqual(await response.json(), {
    errors: [
      { code: 1000, message: 'Failed to register for an event: partnerId must be string, received number.' },
      { code: 1000, message: 'Failed to register for an event: eventName is required.' },
    ],
  })
}

const isFirst = process.argv[2] === 'vostro-first'
if (!isFirst) await setUpZods()
const forms = await importBare()
const older = isFirst ? await setUpZods() : (await import('zod3')).z
for (const form of forms) await hold(form)
// And theirs stay theirs.
assert.equal(older.string().safeParse(5).error.issues[0].message, 'des mots de zod 3')
