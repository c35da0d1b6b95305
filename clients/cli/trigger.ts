// `octavo trigger <event>`: makes an order in the sandbox and takes it through the steps to the event.

import type { NewOrder, Octavo, Order, Outcome } from '../typescript/index.ts'
import { exitStatus, Failure } from './failures.ts'

type Step = Outcome | 'hold_over' | 'cancel' | 'change'

const atPrinter: Step[] = ['payment_success', 'hold_over']
/** The steps that lead a new order to the event. */
const stepsTo: Record<string, Step[]> = {
  OrderReceived: [],
  OrderValidationFailed: [],
  OrderAwaitingProof: [],
  OrderValidated: [],
  OrderChanged: ['change'],
  OrderPaymentFailed: ['payment_failure'],
  OrderEnteredHoldingBin: ['payment_success'],
  OrderSentToPrinter: atPrinter,
  OrderAcceptedByPrinter: [...atPrinter, 'accepted'],
  OrderDelayed: [...atPrinter, 'delayed'],
  OrderShipped: [...atPrinter, 'shipped'],
  OrderDelivered: [...atPrinter, 'shipped', 'delivered'],
  OrderDeliveryProblem: [...atPrinter, 'shipped', 'delivery_problem'],
  OrderReturned: [...atPrinter, 'shipped', 'returned'],
  OrderException: [...atPrinter, 'problem'],
  OrderResumed: [...atPrinter, 'problem', 'resumed'],
  OrderCancelled: ['cancel'],
  OrderRefunded: ['payment_success', 'cancel'],
}
export const triggers = Object.keys(stepsTo)

const everyMs = 500
const maxTries = 240

export async function trigger(octavo: Octavo, type: string, sku: string | undefined): Promise<Order> {
  const steps = stepsTo[type]
  if (steps === undefined) {
    throw new Failure(`${type} cannot be triggered: choose one of ${triggers.join(', ')}.`, exitStatus.usage)
  }
  const known = sku ?? (await octavo.products.list().next()).value?.sku
  if (known === undefined)
    throw new Failure('The account has no product: create one in the dashboard.', exitStatus.refused)
  const order = await octavo.orders.create({
    ...orderOf(type === 'OrderValidationFailed' ? 'NO-SUCH-SKU' : known),
    ...(type === 'OrderAwaitingProof' ? { proofRequired: true } : {}),
  })
  const { customerOrderId } = order
  if (type === 'OrderReceived' || order.status === 'FAILED') return order
  const checked = await until(octavo, customerOrderId, ({ status }) => status !== 'RECEIVED' && status !== 'VALIDATING')
  // The account or the product may require a proof.
  if (type !== 'OrderAwaitingProof' && checked?.status === 'AWAITING_PROOF')
    await octavo.orders.approveProof(customerOrderId, checked.proof!.files)
  for (const step of steps) {
    if (step === 'cancel') await octavo.orders.cancel(customerOrderId)
    else if (step === 'change')
      await octavo.orders.change(customerOrderId, { destination: { ...order.destination, name: 'Grace Reader' } })
    else if (step === 'hold_over') {
      await octavo.sandbox.fastForward('PT2H')
      await until(octavo, customerOrderId, ({ status }) => status !== 'VALID_HOLDING_BIN')
    } else {
      const { status } = await octavo.orders.get(customerOrderId)
      // With automatic payments, the order is paid already.
      if (step === 'payment_success' && status !== 'VALID_AWAITING_PAYMENT') continue
      await octavo.sandbox.simulate(customerOrderId, step)
    }
  }
  for (let tries = 0; tries < maxTries; tries++) {
    const events = await octavo.orders.events(customerOrderId)
    if (events.some(event => event.type === type)) return octavo.orders.get(customerOrderId)
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
  throw new Failure(`Order ${customerOrderId} did not come to ${type} in two minutes.`, exitStatus.refused)
}

async function until(octavo: Octavo, customerOrderId: string, holds: (order: Order) => boolean) {
  for (let tries = 0; tries < maxTries; tries++) {
    const order = await octavo.orders.get(customerOrderId)
    if (holds(order)) return order
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
  return null
}

const orderOf = (sku: string): NewOrder => ({
  destination: {
    name: 'Ada Reader',
    address1: '1 Main Street',
    city: 'Rochester',
    state: 'NY',
    postal: '14604',
    country: 'US',
  },
  orderItems: [{ sku, quantity: 1 }],
})
