// The text of src/http/document/examples.json: what a customer's program sends and gets, recorded from the service
// itself, so that the examples of the API document are true. Ids and cursors differ each time, so fixed ones replace
// them.

import { createHash } from 'node:crypto'
import { day, hour, instant } from '../src/base/clock.ts'
import { exampleFiles, exampleSku, ownOrigin } from '../src/http/objects/common.ts'
import { exampleOrder } from '../src/http/objects/newOrder.ts'
import { startReceiver, startWorld, type World } from '../test/support/world.ts'

export const examplesFile = new URL('../src/http/document/examples.json', import.meta.url)

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const worldOrigin = 'http://127.0.0.1:3000'

type Recorded = Record<string, { path: string; request?: unknown; answer?: unknown }>

const recorderIn =
  (world: World, recorded: Recorded, as: string) =>
  async (operationId: string, method: Method, path: string, body?: unknown, key = as) => {
    const sent = body === undefined ? undefined : JSON.parse(JSON.stringify(body).replaceAll(ownOrigin, worldOrigin))
    const answer = await world.call(path, { method, as: key, ...(sent === undefined ? {} : { body: sent }) })
    if (answer.status >= 300) throw new Error(`${operationId} answered ${JSON.stringify(answer.body)}`)
    recorded[operationId] = { path, ...(sent === undefined ? {} : { request: sent }), answer: answer.body }
    return answer.body
  }

export async function examplesText(): Promise<string> {
  await using world = await startWorld({ config: { archiveDays: 366 } })
  await using receiver = await startReceiver(() => world.charged.sandbox.webhookSecret)
  const as = world.charged.sandbox.authorization
  const recorded: Recorded = {}
  const record = recorderIn(world, recorded, as)

  /** An operation whose answer is no JSON, or none. */
  async function touch(operationId: string, method: Method, path: string) {
    const { statusCode } = await world.app.server.inject({ method, url: path, headers: { authorization: as } })
    if (statusCode >= 300) throw new Error(`${operationId} answered ${statusCode}`)
    recorded[operationId] = { path }
  }

  await record('getEntryPoints', 'GET', '/')
  await touch('getApiDocument', 'GET', '/openapi.json')
  await record('checkLiveness', 'GET', '/health/live')
  await record('checkReadiness', 'GET', '/health/ready')
  recorded.getSecurityTxt = { path: '/.well-known/security.txt' } // where the operator has configured it
  const published = `/templates/published/${exampleSku}`
  for (const [operationId, path] of Object.entries({
    getCoverTemplate: 'cover/pdf?pageCount=120',
    getPagesTemplate: 'pages/pdf?pageCount=120',
    getCoverTemplateAsSvg: 'cover/svg?pageCount=120',
    getPageTemplateAsSvg: 'pages/svg?pageCount=120&side=recto',
    getCoverTemplateAsPng: 'cover/png?pageCount=120',
    getPageTemplateAsPng: 'pages/png?pageCount=120&side=recto',
    getCoverTemplateAsIdml: 'cover/idml?pageCount=120',
    getPagesTemplateAsIdml: 'pages/idml?pageCount=120',
    getSampleCover: 'cover/sample?pageCount=120',
    getSamplePages: 'pages/sample?pageCount=120',
  }))
    await touch(operationId, 'GET', `${published}/${path}`)
  await record('getOwnAccount', 'GET', '/account')
  await record('getSandbox', 'GET', '/sandbox')
  const named = { customerOrderId: 'web-10042', payload: 'cart 77', webhookUrl: receiver.url, ...exampleOrder }
  await record('listProducts', 'GET', '/products')
  await record('getProduct', 'GET', '/products/NOVEL')
  await record('getBookDimensions', 'GET', `/templates/published/${exampleSku}/dimensions?pageCount=120`)
  await record('estimateShipping', 'POST', '/orders/shipping/estimate', {
    destination: { country: 'US', state: 'NY' },
    orderItems: [{ sku: 'NOVEL', quantity: 2 }],
  })
  await record('validateOrder', 'POST', '/orders/validate', named)
  const { checkId } = await record('checkFiles', 'POST', '/files/check', {
    manufacturingSku: exampleSku,
    pageCount: 120,
    ...exampleFiles,
  })
  await record('getFileCheck', 'GET', `/files/checks/${checkId}`)
  await world.settle()
  recorded.getFileCheckPreview = { path: `/files/checks/${checkId}/preview/1` } // of a check with findings
  await record('createOrder', 'POST', '/orders/create', named)
  await world.settle()
  await record('simulateOutcome', 'POST', '/sandbox/orders/web-10042/simulate', { outcome: 'payment_success' })
  await record('fastForwardSandbox', 'POST', '/sandbox/fast-forward', { by: 'PT2H' })
  await world.settle()
  await world.call('/sandbox/orders/web-10042/simulate', { method: 'POST', as, body: { outcome: 'shipped' } })
  await world.settle()
  await record('getOrder', 'GET', '/orders/web-10042')
  await record('listOrders', 'GET', '/orders?status=SHIPPED')
  await record('listOrderEvents', 'GET', '/orders/web-10042/events')
  await record('listEvents', 'GET', '/events?limit=2')
  await world.call('/orders/create', { method: 'POST', as, body: { ...exampleOrder, customerOrderId: 'web-10043' } })
  await world.settle()
  const { destination } = exampleOrder
  const change = { destination: { ...destination, address1: '21 Main Street' } }
  await record('changeOrder', 'PATCH', '/orders/web-10043', change)
  await record('cancelOrder', 'DELETE', '/orders/web-10043')
  const { accountId, production } = world.charged
  await world.call(`/staff/accounts/${accountId}`, {
    method: 'PATCH',
    as: world.demo.staff.authorization,
    body: { limits: { production: { ordersPer24Hours: 0, queueCeiling: 10 } } },
  })
  const queued = { ...exampleOrder, customerOrderId: 'web-10046' }
  await world.call('/orders/create', { method: 'POST', as: production.authorization, body: queued })
  const address = '/orders/web-10046/files/0/cover'
  await record('replaceOrderFile', 'PUT', address, { fileUrl: exampleFiles.coverUrl }, production.authorization)
  for (const customerOrderId of ['web-10044', 'web-10045'])
    await world.call('/orders/create', {
      method: 'POST',
      as,
      body: { ...exampleOrder, customerOrderId, proofRequired: true },
    })
  await world.settle()
  const { body: waiting } = await world.call('/orders/web-10044', { as })
  const link = await record('createProofLink', 'POST', '/orders/web-10044/proof/links', { days: 7 })
  const token = link.url.split('#')[1]
  const { body: spare } = await world.call('/orders/web-10044/proof/links', { method: 'POST', as, body: { days: 7 } })
  await touch('revokeProofLink', 'DELETE', `/orders/web-10044/proof/links/${spare.linkId}`)
  const comment = { author: 'Mina Okafor', item: 0, part: 'cover', page: 1, text: 'The title is wrong.' }
  await world.call('/dashboard/api/proofs/comment', { method: 'POST', body: { token, ...comment } })
  await record('getProofSharing', 'GET', '/orders/web-10044/proof')
  await record('approveProof', 'POST', '/orders/web-10044/proof/approve', { files: waiting.proof.files })
  await record('rejectProof', 'POST', '/orders/web-10045/proof/reject', { comment: 'The title on the spine is wrong.' })
  await record('getReport', 'GET', '/reports?from=2026-03-02&to=2026-03-03')
  await record('exportReport', 'GET', '/reports/export?from=2026-03-02&to=2026-03-02&format=json')
  const { deliveries } = await record('listDeliveries', 'GET', '/deliveries?customerOrderId=web-10042&limit=1')
  const delivery = `/deliveries/${deliveries[0].deliveryId}`
  await record('listDeliveryAttempts', 'GET', `${delivery}/attempts`)
  await record('getDeliveryRequest', 'GET', `${delivery}/request`)
  await record('sendTestEvent', 'POST', '/webhook-test', { url: receiver.url, type: 'OrderShipped' })
  await record('resendDelivery', 'POST', `${delivery}/redeliver`)
  const customerOrderIds = ['web-10042', 'web-10043']
  await record('cancelOrders', 'POST', '/orders/bulk/cancel', { customerOrderIds })
  await record('resendWebhooksOfOrders', 'POST', '/orders/bulk/resend-webhooks', { customerOrderIds })
  await record('getWebhookPublicKey', 'GET', '/webhook-public-key')
  await record('getSandboxWebhookSecret', 'GET', '/sandbox/webhook-secret')
  await record('rotateSandboxWebhookSecret', 'POST', '/sandbox/webhook-secret/rotate')
  const { endpointId } = await record('createWebhookEndpoint', 'POST', '/webhook-endpoints', {
    url: receiver.url,
    description: 'Warehouse',
    events: ['OrderShipped', 'OrderCancelled'],
  })
  const endpoint = `/webhook-endpoints/${endpointId}`
  await record('listWebhookEndpoints', 'GET', '/webhook-endpoints')
  await record('getWebhookEndpoint', 'GET', endpoint)
  await record('updateWebhookEndpoint', 'PATCH', endpoint, { enabled: false })
  await record('rotateWebhookEndpointSecret', 'POST', `${endpoint}/secret/rotate`)
  await touch('deleteWebhookEndpoint', 'DELETE', endpoint)
  await record('createProduct', 'POST', '/products', {
    sku: 'POEMS',
    name: 'Poems',
    manufacturingSku: exampleSku,
    pageCount: 96,
    isbn: '978-1-4028-9462-6',
    barcodePrice: { currency: 'USD', amount: '19.99' },
    barcode: 'draw',
  })
  await record('updateProduct', 'PATCH', '/products/POEMS?alsoInProduction=true', { name: 'Collected poems' })
  const poems = '/products/POEMS/files'
  const pdf = await world.app.server.inject(`/templates/published/${exampleSku}/cover/pdf?units=in&pageCount=96`)
  const sha256 = createHash('sha256').update(pdf.rawPayload).digest('hex')
  const begun = await record('beginUpload', 'POST', '/files/uploads', { bytes: pdf.rawPayload.length, sha256 })
  const uploads = `/files/uploads/${begun.uploadId}`
  const part = await world.app.server.inject({
    method: 'PUT',
    url: `${uploads}/parts/1`,
    headers: { authorization: as, 'content-type': 'application/octet-stream' },
    payload: pdf.rawPayload,
  })
  recorded.uploadPart = { path: `${uploads}/parts/1`, answer: part.json() }
  const { fileUrl } = await record('completeUpload', 'POST', `${uploads}/complete`)
  await record('getUpload', 'GET', uploads)
  await record('useUploadedProductFile', 'POST', `${poems}/cover?alsoInProduction=true`, { fileUrl })
  const upload = await world.app.server.inject({
    method: 'PUT',
    url: `${poems}/cover?alsoInProduction=true`,
    headers: { authorization: as, 'content-type': 'application/pdf' },
    payload: pdf.rawPayload,
  })
  recorded.uploadProductFile = { path: `${poems}/cover?alsoInProduction=true`, answer: upload.json() }
  await record('listProductFiles', 'GET', poems)
  await record('getProductBook', 'GET', '/products/POEMS/book')
  await touch('getProductFilePreview', 'GET', `${poems}/cover/preview/1`)
  await touch('removeProductFile', 'DELETE', `${poems}/cover?alsoInProduction=true`)
  await record('archiveProduct', 'POST', '/products/POEMS/archive?alsoInProduction=true')
  await record('restoreProduct', 'POST', '/products/POEMS/restore?alsoInProduction=true')
  await record('updateSandbox', 'PATCH', '/sandbox', { payments: 'automatic' })
  await record('emptySandbox', 'DELETE', '/sandbox/orders')
  const { authorization } = world.charged.production
  await world.call('/orders/create', { method: 'POST', as: authorization, body: named })
  await world.call('/orders/web-10042', { method: 'DELETE', as: authorization })
  await world.advance(400 * day)
  await record('listArchivedMonths', 'GET', '/archive', undefined, authorization)
  await record('listArchivedOrders', 'GET', '/archive/2026-03', undefined, authorization)
  await recordQuotes(world, recorded)
  await recordBilling(recorded)
  return `${JSON.stringify(recorded, withFixedIds(), 2).replaceAll(receiver.url, 'https://shop.example/hook').replaceAll(worldOrigin, ownOrigin)}\n`
}

/** The answers about charges, and about the statements of an enterprise account, in a world of their own. */
async function recordBilling(recorded: Recorded): Promise<void> {
  await using world = await startWorld({ start: instant('2026-03-30T12:00:00Z') })
  const { charged, enterprise, demo } = world
  const place = (customerOrderId: string, as: string) =>
    world.call('/orders/create', { method: 'POST', as, body: { ...exampleOrder, customerOrderId } })
  await world.call(`/staff/accounts/${charged.accountId}/billing/details`, {
    ...{ method: 'PATCH', as: demo.staff.authorization },
    body: {
      company: 'Paper Lantern Books LLC',
      contact: 'Accounts payable',
      address: { address1: '20 Canal Street', city: 'Providence', state: 'RI', postal: '02903', country: 'US' },
      taxNumber: '12-3456789',
      purchaseOrderNumber: 'PO-7781',
    },
  })
  await place('web-10042', charged.production.authorization)
  await place('web-20017', enterprise.production.authorization)
  await world.advance(20 * hour)
  await place('web-10043', charged.production.authorization)
  await world.settle()
  const record = recorderIn(world, recorded, charged.production.authorization)
  await record('getAmountDue', 'GET', '/billing/due')
  const { charges } = await record('listCharges', 'GET', '/billing/charges?limit=1')
  await record('getCharge', 'GET', `/billing/charges/${charges[0].chargeId}`)
  await record('getBillingDetails', 'GET', '/billing/details')
  await record('listBillingDocuments', 'GET', '/billing/documents?kind=invoice')
  await record('getBillingDocument', 'GET', '/billing/documents/1')
  recorded.downloadInvoice = { path: `/billing/charges/${charges[0].chargeId}/invoice.pdf` }
  recorded.downloadStaffCreditNote = { path: '/billing/payments/pay_01m81h0ff66yjsb1h5ttmd/credit-note.pdf' } // of a credit
  recorded.downloadCreditNote = { path: '/billing/refunds/rfd_01m81h0ff66yjsb1h5ttmd/credit-note.pdf' } // of a refund

  const printer = demo.printer.authorization
  const { jobs } = (await world.call('/press/jobs?status=all', { as: printer })).body
  const { jobId } = jobs.find((job: { customerOrderId: string }) => job.customerOrderId === 'web-20017')
  const tell = (what: string, body: object) =>
    world.call(`/press/jobs/${jobId}/${what}`, { method: 'POST', as: printer, body })
  await tell('accept', { itemsTotal: 100, taxesTotal: 8 })
  const packages = [{ trackingNumber: '1Z999AA10123456784' }]
  const shipments = [{ masterTrackingNumber: '1Z999AA10123456784', carrier: 'UPS', packages }]
  await tell('ship', { shipments, shippingTotal: 12 })
  await world.advance(2 * day)
  await world.call(`/staff/accounts/${enterprise.accountId}/billing/payments`, {
    method: 'POST',
    as: demo.staff.authorization,
    body: { amount: 50, receivedOn: '2026-04-01', reference: 'WIRE 2041', statement: 1 },
  })
  const byStatement = recorderIn(world, recorded, enterprise.production.authorization)
  await byStatement('getBillingTerms', 'GET', '/billing/terms')
  await byStatement('listStatements', 'GET', '/billing/statements')
  await byStatement('getStatement', 'GET', '/billing/statements/1')
  await byStatement('listStatementLines', 'GET', '/billing/statement-lines?statement=1')
  await byStatement('listReceivedPayments', 'GET', '/billing/payments')
  recorded.downloadStatement = { path: '/billing/statements/1/statement.pdf' }
  recorded.exportStatement = { path: '/billing/statements/1/statement.csv' }
}

async function recordQuotes(world: World, recorded: Recorded): Promise<void> {
  const record = recorderIn(world, recorded, world.charged.sandbox.authorization)
  const orderItems = exampleOrder.orderItems.map(item => ({ ...item, quantity: 4000, pageCount: 120 }))
  const wanted = { ...exampleOrder, customerOrderId: 'web-30001', orderItems, message: 'For a school district' }
  const ask = (operationId: string) => record(operationId, 'POST', '/quotes', wanted)
  const { quoteId } = await ask('askForQuote')
  await record('getQuote', 'GET', `/quotes/${quoteId}`)
  await record('acceptQuote', 'POST', `/quotes/${quoteId}/accept`, { customerOrderId: 'web-30001' })
  const { customerOrderId: _, ...unnamed } = wanted
  const second = await world.call('/quotes', {
    ...{ method: 'POST', as: world.charged.sandbox.authorization, body: unnamed },
  })
  await record('withdrawQuote', 'POST', `/quotes/${second.body.quoteId}/withdraw`)
  await record('listQuotes', 'GET', '/quotes?status=accepted')
}

/** Each random name becomes the next of a row of the same length; a sealed cursor becomes the same text everywhere. */
function withFixedIds() {
  const names = new Map<string, string>()
  const fixed = (name: string) => {
    const beginning = name.startsWith('SIM') ? 'SIM639262375975294' : `${name.slice(0, 4)}01m81h0ff66yjsb1h5ttmd`
    if (!names.has(name)) names.set(name, `${beginning.slice(0, -2)}${names.size + 10}`)
    return names.get(name)!
  }
  return (field: string, value: unknown) => {
    if (field === 'durationMs') return 38
    if (typeof value !== 'string') return value
    if (field === 'webhook-signature') return 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='
    if (field === 'nextCursor' && !value.startsWith('ord_')) return 'AV3kq0Jm2nTqvC1pX8e7'
    if (value.startsWith('whsec_')) return 'whsec_the_secret_is_shown_here'
    if (value.includes('/proof#')) return value.replace(/#.*/, '#the_token_is_shown_here')
    return value.replaceAll(/\b(?:(?:ord|quo|evt|chk|job|wep|plk|cmt|upl|chg|pay)_[0-9a-z]{22}|SIM\d{15})\b/g, fixed)
  }
}
