// Emails about API keys.

import { button, type EmailContent, emailBody, line, table } from '../emailBody.ts'

type ExpiringKey = { label: string; expiresAt: Date; keysUrl: string }
type ExpiringKeyDetails = ExpiringKey & { accountName: string }
type ExpiringOperatorKeyDetails = ExpiringKey & { name: string }

export const keyExpires = ({ accountName, label, expiresAt, keysUrl }: ExpiringKeyDetails): EmailContent => ({
  subject: 'Your API key expires soon',
  body: emailBody(
    accountName,
    line`Your production key "${label}" expires soon. Requests with this key will then fail.`,
    table({ Key: label, Expires: expiresAt }),
    'Create a new key, and update your programs before then.',
    button('Create a new key', keysUrl),
  ),
})

/** To the staff, about a key of the operator. */
export const operatorKeyExpires = ({ name, label, expiresAt, keysUrl }: ExpiringOperatorKeyDetails): EmailContent => ({
  subject: 'A key of the staff expires soon',
  body: emailBody(
    name,
    line`The key "${label}" expires soon. Requests with this key will then fail.`,
    table({ Key: label, Expires: expiresAt }),
    'Create a new key, and update the programs that use it before then.',
    button('Create a new key', keysUrl),
  ),
})
