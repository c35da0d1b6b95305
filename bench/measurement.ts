// The common resources of all measurements.

import type { Customer } from './customers.ts'
import type { Receiver } from './receiver.ts'

export type Bench = {
  quick: boolean
  rounds: number
  seconds: number
  profileDir: string | null
  customers: Customer[]
  printer: string
  receiver: Receiver
  /** The URL of a new database with all customers and no orders. */
  database(name: string): Promise<string>
  /** Waits until the service behind a database has nothing left to do. */
  idle(databaseUrl: string): Promise<void>
}
