// explore-worker.ts
/** A worker of a pool: it explores its part of the runs of a scenario, and returns the exploration as JSON text. */
import { explore, type Scene } from 'vostro/explore'

/** Pays one invoice. It has a bug: when no answer comes, it pays again, without an idempotency key. */
export async function scenario({ bank, fetch }: Scene): Promise<void> {
  const { access_token } = bank.tokens.issue()
  const pay = async () => {
    const response = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        accountNumber: bank.masterAccount.accountNumber,
        businessFunctionCode: 'CTR',
        receiverRoutingNumber: '011000138',
        beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
        amount: 10_000,
      }),
    })
    if (!response.ok) throw new Error(`answered ${response.status}`)
  }
  await pay().catch(pay)
}

export async function exploreShard({ shard }: { shard: string }): Promise<string> {
  return JSON.stringify(await explore(scenario, { shard, mayReject: () => true }))
}
