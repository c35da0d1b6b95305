export type {
  CreatedProofLink,
  NewProduct,
  NewWebhookEndpoint,
  Order,
  OrderChange,
  ProductChanges,
  ProductFiles,
  ProofFiles,
  ProofSharing,
  WebhookEndpoint,
  WebhookEndpointChanges,
} from './apiTypes.ts'
export {
  type Check,
  connect,
  type Delivery,
  type EventPage,
  type NewOrder,
  type Octavo,
  type OrderEvents,
  type Outcome,
  type Part,
  type Product,
  type Report,
  type ReportPeriod,
  type Settings,
  type TestType,
  type UploadOptions,
} from './client.ts'
export { OctavoProblem } from './problem.ts'
export { type OctavoEvent, type OrderEvent, readWebhook, readWebhookByPublicKey, signWebhook } from './webhooks.ts'
