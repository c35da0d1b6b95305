// Emails about API keys.

import { button, type EmailContent, emailBody, facts, line } from '../emailBody.ts'

type ExpiringKeyDetails = { accountName: string; label: string; expiresAt: Date; keysUrl: string }

export const keyExpires = ({ accountName, label, expiresAt, keysUrl }: ExpiringKeyDetails): EmailContent => ({
  subject: 'Your API key expires soon',
  body: emailBody(
    accountName,
    line`Your production key "${label}" expires soon. Requests with this key will then fail.`,
    facts({ Key: label, Expires: expiresAt }),
    'Create a new key, and update your programs before then.',
    button('Create a new key', keysUrl),
  ),
})
