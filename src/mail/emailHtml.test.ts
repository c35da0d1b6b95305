import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type EmailLook, emailHtml } from './emailHtml.ts'
import type { Email } from './emails.ts'
import { emailText } from './emailText.ts'
import { renderEmail } from './renderEmail.ts'
import { button, type EmailReader, table } from './template.ts'

const nasty = `<img src=x onerror="alert(1)">'&\r\n\tClick:\thttps://evil.example`

const look: EmailLook = {
  name: 'Acme & Books',
  accent: '#234672',
  supportAddress: 'help@acme.example',
  legalLines: ['Acme Books Inc.', 'Rochester, <NY>'],
  logo: { url: 'cid:logo@email', width: 120, height: 40 },
}

const at = '2026-07-01T02:30:00.000Z'
const shipped: Email = {
  kind: 'order_shipped',
  values: {
    accountName: nasty,
    orders: [
      {
        customerOrderId: nasty,
        title: nasty,
        url: 'https://octavo.example/dashboard/production/orders/A-1?a=1&b=2',
        findings: [nasty],
        parcels: [{ carrier: nasty, trackingNumber: '1Z999', trackingUrl: 'https://ups.example/1Z999?a="b' }],
      },
    ],
    count: 1,
    ordersUrl: 'https://octavo.example/dashboard/production/orders',
  },
}
const refund: Email = {
  kind: 'refund',
  values: {
    ...{ accountName: nasty, title: nasty, amountCents: 1500, at, reason: null, manualRef: null },
    billingUrl: 'https://octavo.example/dashboard/billing',
  },
}
const english: EmailReader = { timeZone: null, language: 'en' }

const attributes = (html: string, name: string): string[] =>
  Array.from(html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g')), ([, value]) => value!)

describe('the HTML of an email', () => {
  const html = emailHtml(renderEmail(shipped, english), look, 'en')

  it('the HTML of an email shows what others wrote as text, without tags, links or lines of its own', () => {
    assert.doesNotMatch(html, /<img src=x|<NY>|Acme & Books/)
    assert.match(html, /Hello &lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;'&amp; Click: https:\/\/evil\.example,/)
    assert.deepEqual(attributes(html, 'href'), [
      'https://ups.example/1Z999?a=&quot;b',
      'https://octavo.example/dashboard/production/orders/A-1?a=1&amp;b=2',
      'mailto:help@acme.example',
    ])
  })

  it('the HTML of an email loads nothing from elsewhere, and runs nothing', () => {
    assert.deepEqual(attributes(html, 'src'), ['cid:logo@email'])
    assert.doesNotMatch(html, /<script|<link|<iframe|url\(|@import|@font-face/)
  })

  it('the HTML of an email lays out with tables that a screen reader does not announce, and names its logo', () => {
    const tables = html.match(/<table[^>]*>/g)!
    assert.ok(tables.length > 4)
    for (const table of tables) assert.match(table, / role="presentation"/)
    assert.deepEqual(attributes(html, 'alt'), ['Acme &amp; Books'])
    assert.match(html, /<html lang="en">/)
  })

  it('the HTML of an email says that it has colors for a dark scheme, and gives each text a class for them', () => {
    assert.match(html, /<meta name="color-scheme" content="light dark">/)
    const texts = html.match(/<(p|h1|li)\b[^>]*>/g)!
    for (const text of texts) assert.match(text, /class="text"/)
  })

  it('the HTML of an email has the name of the brand where there is no logo, and for legal lines', () => {
    const plain = emailHtml(
      renderEmail(shipped, english),
      { ...look, logo: null, legalLines: [], supportAddress: null },
      'en',
    )
    assert.doesNotMatch(plain, /<img\b|mailto:/)
    assert.equal(plain.match(/Acme &amp; Books/g)?.length, 3)
  })

  it('the HTML of an email says the same as the text, in the time zone of the reader', () => {
    const words = (text: string) => text.match(/\w+/g)!
    for (const [zone, time] of [
      ['America/New_York', 'June 30, 2026 at 10:30 PM EDT'],
      [null, 'July 1, 2026 at 2:30 AM UTC'],
      ['Nowhere/Else', 'July 1, 2026 at 2:30 AM UTC'],
    ] as const) {
      const email = renderEmail(refund, { timeZone: zone, language: 'en' })
      const text = emailText(email, look, 'en')
      const shown = emailHtml(email, look, 'en')
        .replace(/<style>[\s\S]*<\/style>/, '')
        .replaceAll(/<[^>]*>/g, ' ')
      assert.equal(text.split(time).length, 2)
      assert.equal(shown.split(time).length, 2)
      const known = new Set(words(shown))
      const links = words('https octavo example dashboard billing')
      assert.deepEqual(
        words(text).filter(word => !known.has(word) && !links.includes(word)),
        [],
      )
    }
  })
})

describe('the text of an email', () => {
  it('the text of an email has a line for each fact and an address below the name of a button', () => {
    const blocks = [
      { kind: 'paragraph' as const, text: 'Hello Zoë,' },
      table({ Order: 'A-1', Missing: null }),
      button('See it', 'https://octavo.example/x'),
    ]
    const text = emailText({ subject: '', blocks }, { name: 'Acme', supportAddress: null, legalLines: [] }, 'en')
    assert.equal(text, 'Hello Zoë,\n\nOrder: A-1\n\nSee it:\nhttps://octavo.example/x\n\nKind regards,\nAcme\n')
  })
})
