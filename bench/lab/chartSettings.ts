// Reads the settings that the Helm chart renders as a service in production does. Used by bench/lab/chart.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readConfig } from '../../src/config/config.ts'

const settings = JSON.parse(readFileSync(process.argv[2]!, 'utf8'))
const secrets = {
  SECRET_KEY: randomBytes(32).toString('base64'),
  DATABASE_URL: 'postgresql://octavo:a@postgres/octavo',
  SMTP_URL: 'smtps://mail.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
}
const image = { NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' }
for (const role of ['api', 'worker']) readConfig(['--role', role], { ...image, ...settings, ...secrets })
console.log(`settings of the chart: sound (${Object.keys(settings).length})`)
