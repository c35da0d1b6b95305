import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant, later } from '../base/clock.ts'
import { sampleJob } from './contract.ts'
import { fileLinkMs, fileLinks, linksOf, withLinks } from './links.ts'

const jobId = 'job_0123456789012345678901aaaaaaaaaaaaaaaaaaaaaa'
const now = instant('2026-03-02T15:00:00Z')
const links = fileLinks(new URL('https://print.example'), Buffer.alloc(32, 1))
const name = { jobId, item: 0, part: 'cover' } as const
const tokenOf = (url: string) => url.slice('https://print.example/press/files/'.length)

describe('a link to a print file', () => {
  const token = tokenOf(links.linkTo(name, later(now, fileLinkMs)))

  it('a link to a print file opens for a quarter of an hour', () => {
    assert.deepEqual(links.read(token, now), name)
    assert.deepEqual(links.read(token, later(now, fileLinkMs)), name)
    assert.equal(links.read(token, later(now, fileLinkMs + 1)), null)
  })

  it('a link to a print file opens nothing when a character of it was changed, or when another installation made it', () => {
    for (let i = 0; i < token.length; i++) {
      const changed = `${token.slice(0, i)}${token[i] === '1' ? '2' : '1'}${token.slice(i + 1)}`
      assert.equal(links.read(changed, now), null, changed)
    }
    const foreignLinks = fileLinks(new URL('https://print.example'), Buffer.alloc(32, 2))
    assert.equal(links.read(tokenOf(foreignLinks.linkTo(name, later(now, 1))), now), null)
    for (const nonsense of ['', 'x', token.slice(0, -1), `${token}.`]) assert.equal(links.read(nonsense, now), null)
  })

  it('a link to a packing slip opens the slip of its job, and no file, in its time', () => {
    const url = links.linkToSlip(jobId, later(now, fileLinkMs))
    const slipToken = url.slice('https://print.example/press/slips/'.length)
    assert.equal(links.readSlip(slipToken, now), jobId)
    assert.equal(links.readSlip(slipToken, later(now, fileLinkMs + 1)), null)
    assert.deepEqual([links.read(slipToken, now), links.readSlip(token, now)], [null, null])
    assert.equal(links.readSlip(slipToken.replace('slip', 'slips'), now), null)
    const packingSlip = { blind: false, message: null, giftMessage: 'Enjoy!', returnAddress: null }
    const job = sampleJob({ jobId })
    const withSlip = { ...job, ticket: { ...job.ticket, packingSlip } }
    assert.equal(withLinks(withSlip, links, later(now, fileLinkMs)).ticket.packingSlip!.url, url)
    assert.equal(withLinks(job, links, now).ticket.packingSlip, undefined)
  })

  it('a link to a print file is made only for files whose bytes are known', () => {
    const file = (sha256: string | null) => ({ url: 'https://files.example/x.pdf', sha256 })
    const job = sampleJob({ jobId })
    const [item] = job.ticket.items
    const items = [
      { ...item!, files: { cover: file('a'.repeat(64)), guts: file(null) } },
      { ...item!, files: { cover: null, guts: file('b'.repeat(64)) } },
    ]
    const jobLinks = linksOf({ ...job, ticket: { ...job.ticket, items } }, links, now)
    assert.deepEqual(
      jobLinks.map(({ cover, guts }) => [cover !== null, guts !== null]),
      [
        [true, false],
        [false, true],
      ],
    )
    assert.deepEqual(links.read(tokenOf(jobLinks[1]!.guts!), now), { jobId, item: 1, part: 'guts' })
  })
})

describe('a job for another system', () => {
  const files = {
    cover: { url: 'https://files.example/c.pdf', sha256: 'ab'.repeat(32) },
    guts: { url: 'https://x.example/g.pdf', sha256: null },
  }
  const sample = sampleJob({ jobId })
  const job = { ...sample, ticket: { ...sample.ticket, items: [{ ...sample.ticket.items[0]!, files }] } }

  it('a job links to the bytes that were checked, and does not change other addresses', () => {
    const [item] = withLinks(job, links, later(now, fileLinkMs)).ticket.items
    assert.deepEqual(links.read(tokenOf(item!.files.cover!.url), now), name)
    assert.equal(item!.files.cover!.sha256, files.cover.sha256)
    assert.deepEqual(item!.files.guts, files.guts)
  })
})
