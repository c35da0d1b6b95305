import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import { blocksOf } from './emailBody.ts'
import { emailHtml } from './emailHtml.ts'
import { readableBody } from './emailText.ts'
import { sampleEmails } from './sampleEmails.ts'

const look = { name: 'Acme', accent: '#234672', supportAddress: null, legalLines: [], logo: null }
const samples = sampleEmails({ publicUrl: new URL('https://octavo.example'), at: instant('2026-03-01T12:00:00Z') })

describe('the sample emails', () => {
  it('are of every template', async () => {
    const listed = readFileSync(new URL('sampleEmails.ts', import.meta.url), 'utf8')
    const files = globSync('templates/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] })
    assert.ok(files.length > 10)
    for (const file of files)
      for (const [name, value] of Object.entries(await import(new URL(file, import.meta.url).href)))
        if (typeof value === 'function') assert.match(listed, new RegExp(`\\b${name}\\(`), `${name} has no sample`)
  })

  for (const { name, subject, body } of samples)
    it(`${name} has a short subject, a greeting, and at most one button, in text and in HTML`, () => {
      assert.match(subject, /^[^\r\n]{10,78}$/)
      const text = readableBody(body, null)
      assert.match(text, /^Hello \S[^\n]*,\n\n/)
      assert.doesNotMatch(text, /undefined|null|NaN|\[object|[\r\t]/)
      const buttons = blocksOf(body).filter(({ kind }) => kind === 'button').length
      assert.ok(buttons <= 1)
      const html = emailHtml({ subject, body }, look, null)
      assert.doesNotMatch(html, /undefined|NaN|\[object|\t/)
      assert.equal(html.match(/<td align="center" bgcolor=/g)?.length ?? 0, buttons)
    })

  it('have names of their own', () => {
    assert.equal(new Set(samples.map(({ name }) => name)).size, samples.length)
  })
})
