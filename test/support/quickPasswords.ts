// Hashes passwords at a small cost. The usual cost, a fifth of a second of processor time for each password and each
// sign-in, was a third of the time of tests with people. Processes that tests start hash at the usual cost.

import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto
crypto.scrypt = ((password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 2 }, done)) as typeof scrypt
syncBuiltinESMExports()
