export type { Order } from './apiTypes.ts'
export {
  type Check,
  connect,
  type EventPage,
  type NewOrder,
  type Octavo,
  type OrderEvents,
  type Product,
  type Settings,
} from './client.ts'
export { OctavoProblem } from './problem.ts'
export { type OctavoEvent, type OrderEvent, readWebhook } from './webhooks.ts'
