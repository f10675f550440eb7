// Stands for your application: a customer has a bank, pays on a page, and sees there the status that the bank has pushed.
import { createServer } from 'node:http'

const customers = []

/** `POST /customers`: adds a customer, and registers at its bank for pushes. */
async function addCustomer(bank) {
  const url = `${origin()}/${customers.length}/`
  const customer = { bank, payments: new Map() }
  customers.push(customer)
  const push = { partnerId: bank.partnerId, eventName: 'Wire.Payment.Sent', callbackUrl: `${url}hooks` }
  await callBank(customer, 'POST', 'webhooks/v1/registrations', push)
  return { url }
}

/** Pays as the form says, and returns the path of the page that shows the payment. */
async function pay(customer, form) {
  const payment = await callBank(customer, 'POST', 'wires/v1/payments', {
    accountNumber: customer.bank.masterAccountNumber,
    businessFunctionCode: 'CTR',
    receiverRoutingNumber: '011000138',
    beneficiary: { idCode: 'D', identifier: '9876543210', name: form.get('supplier') },
    amount: Math.round(Number(form.get('amount')) * 100), // in minor units
  })
  if (!customer.payments.has(payment.id)) customer.payments.set(payment.id, 'pending')
  return `payments/${payment.id}`
}

/** Receives a push, and looks up the payments that it names. */
async function receive(customer, { resources }) {
  for (const path of resources) {
    const { id, status } = await callBank(customer, 'GET', path)
    customer.payments.set(id, status)
  }
}

async function callBank(customer, method, path, body) {
  const { authUrl, baseUrl, clientId, clientSecret, audience } = customer.bank
  const client = { client_id: clientId, client_secret: clientSecret, audience }
  customer.token ??= send('POST', `${authUrl}/oauth/token`, { grant_type: 'client_credentials', ...client })
  return send(method, `${baseUrl}/${path}`, body, { authorization: `Bearer ${(await customer.token).access_token}` })
}

async function send(method, url, body, more) {
  const headers = { 'content-type': 'application/json', ...more }
  const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const form = `<form method="post" action="pay">
  <label>Supplier <input name="supplier"></label> <label>Amount <input name="amount"></label> <button>Pay</button>
</form>`
const status = `<output></output><script>setInterval(async () => {
  document.querySelector('output').textContent = await (await fetch(location.href + '/status')).text()
}, 100)</script>`
const page = (body) => `<!doctype html><title>Shop</title><link rel="icon" href="data:,">${body}`

async function answer({ url }, text) {
  if (url === '/customers') return { text: JSON.stringify(await addCustomer(JSON.parse(text))) }
  const [, number, action, id, part] = url.split('/')
  const customer = customers[number]
  if (action === 'hooks') return { text: await receive(customer, JSON.parse(text)) }
  if (action === 'pay') return { status: 303, location: await pay(customer, new URLSearchParams(text)) }
  if (part === 'status') return { text: customer.payments.get(id) }
  return { text: page(action === 'payments' ? status : form), 'content-type': 'text/html' }
}

const server = createServer(async (request, response) => {
  const asked = (await request.toArray()).join('')
  const failed = (error) => ({ status: 500, text: String(error) })
  const { status = 200, text, ...headers } = await answer(request, asked).catch(failed)
  response.writeHead(status, headers).end(text)
})
const origin = () => `http://127.0.0.1:${server.address().port}`
server.listen(process.env.PORT ?? 0, '127.0.0.1', () => console.log(`The shop is at ${origin()}`))
