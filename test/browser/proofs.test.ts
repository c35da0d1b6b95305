// A proof from the publisher to the author and back, in the browser.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { program } from '../support/actors.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage({ config: { files: readConfig([], { PORT: '0', DATA_DIR: '' }).files } })
})
after(() => stage[Symbol.asyncDispose]())

it('a publisher sends a link to an author, who turns pages, comments and approves, and the order goes on', async () => {
  const { world, url } = stage
  const { place, read } = program(world, world.charged, 'sandbox')
  const samples = `${url}/templates/published/PB-0600X0900-BW-60W`
  const product = {
    coverUrl: `${samples}/cover/sample?pageCount=120`,
    gutsUrl: `${samples}/pages/sample?pageCount=120`,
  }
  // On a busy machine, drawing them for the first time takes longer than a download may.
  for (const address of Object.values(product)) assert.equal((await fetch(address)).status, 200)
  await place('proof', { orderItems: [{ sku: 'NOVEL', quantity: 1, product }], proofRequired: true })
  await world.settle()
  const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders/proof')
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByText('/dashboard/proof#').textContent()

  const author = await stage.open()
  await author.goto(link!)
  await author.getByText('asks you to look at this proof').waitFor()
  await author.getByRole('img', { name: 'Cover' }).waitFor()
  await author.getByRole('button', { name: 'Next' }).click()
  await author.getByRole('img', { name: 'Page 1', exact: true }).waitFor()
  await author.getByLabel('Your name').fill('Mina Okafor')
  await author.getByLabel('Comment on: Page 1').fill('A lovely title page')
  await author.getByRole('button', { name: 'Add comment' }).click()
  await author.getByText('A lovely title page').waitFor()
  await page.getByText('A lovely title page').waitFor()

  await author.getByRole('button', { name: 'Approve' }).click()
  await author.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await author.getByText('This proof is approved').waitFor()
  await page.getByText('Proof approved, awaiting payment').waitFor()
  assert.equal((await read('proof')).status, 'VALID_AWAITING_PAYMENT')
})

it('a publisher asks for changes, and the order is canceled with what must be changed', async () => {
  const { world } = stage
  const { place, read } = program(world, world.charged, 'sandbox')
  await place('returned', {
    proofRequired: true,
    orderItems: [{ sku: 'NOVEL' }],
  })
  await world.settle()
  const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders/returned')
  await page.getByRole('button', { name: 'Ask for changes' }).click()
  await page.getByLabel('What must be changed').fill('The spine has no title')
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for changes' }).click()
  await page.getByText('Changes requested, canceled').first().waitFor()
  await page.getByText('The spine has no title').first().waitFor()
  assert.equal((await read('returned')).status, 'CANCELLED')
})

it('the screens of proofs cause no uncaught error, policy violation or request to another host', () => {
  assert.deepEqual(stage.complaints, [])
})
