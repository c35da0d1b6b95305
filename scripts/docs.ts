// Writes the pages of docs/ that are generated from tables in the code: `npm run docs`. Tests hold them current.

import { writeFileSync } from 'node:fs'
import { orderLifePage } from '../src/orders/lifecyclePage.ts'

writeFileSync(new URL('../docs/order-life.md', import.meta.url), orderLifePage())
