// The form of an order: validated by the service before the order is placed, with each problem shown at its field.

import { Anchor, Button, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem, api, ask, type Mode, type Order } from '../../api.ts'
import { Failure } from '../../components/Failure.tsx'
import { Section } from '../../components/Section.tsx'
import { said } from '../../components/toast.ts'
import { capital, money, Time } from '../../components/Values.tsx'
import { useAct } from '../../shell/act.ts'
import { useNextCharge } from '../../shell/nextCharge.ts'
import type { Product } from '../../shell/products.ts'
import { useDraft } from '../../shell/session.ts'
import { useWords } from '../../shell/words.tsx'
import { newIdentifier, ofEarlierTry } from './again.ts'
import { Books } from './Books.tsx'
import { countries } from './countries.ts'
import { bodyOf, type Draft, fieldOf } from './draft.ts'
import { Estimate, useEstimate } from './Estimate.tsx'
import classes from './Place.module.css'
import { StateField } from './StateField.tsx'

const cannotBeMade = 'The order was not placed. See the marked fields.'
/** The limit belongs to no field. */
const notTaken = 'The order was not placed.'

type FormProps = {
  mode: Mode
  /** The name of its draft. */
  name: string
  initial: Draft
  /** What was wrong with the order that the form begins with. */
  wrong: Order['errors']
  products: Product[]
  beginAgain: () => void
}

/** `ownId` is for an order without an identifier, `sent` what an attempt was sent with. */
type Kept = { values: Draft; ownId: string; sent: string | null }

export function PlaceForm({ mode, name, initial, wrong, products, beginAgain }: FormProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const words = useWords()
  const kept = useDraft<Kept>(name)
  const [found] = useState(kept.read)
  const [ownId] = useState(() => found?.ownId ?? newIdentifier())
  const sent = useRef(found?.sent ?? null)
  const keep = (values: Draft) => kept.keep({ values, ownId, sent: sent.current })
  const form = useForm<Draft>({
    initialValues: { ...initial, ...found?.values },
    // Restored input may have mended it already.
    initialErrors: found === null ? marksOf(wrong) : {},
    onValuesChange: keep,
  })
  const draft = form.values
  const estimate = useEstimate(draft)
  const body = useRef<HTMLFormElement>(null)
  const place = useAct({
    /** Validated first: a typing error is reported at the field, and does not become a failed order. */
    async mutationFn(values: Draft) {
      const { customerOrderId = ownId, ...given } = bodyOf(values)
      const isOurs = customerOrderId === ownId || customerOrderId === sent.current
      const call = { params: { path: { mode } }, body: { customerOrderId, ...given } }
      try {
        const { errors } = await ask(api.POST('/dashboard/api/{mode}/orders/validate', call))
        if (errors.length > 0) {
          const detail = errors.some(({ pointer }) => fieldOf(pointer) !== null) ? cannotBeMade : notTaken
          throw new ApiProblem({ code: 'cannot_be_made', status: 422, detail, errors })
        }
        sent.current = customerOrderId
        keep(values)
        return await ask(api.POST('/dashboard/api/{mode}/orders', call))
      } catch (error) {
        if (isOurs) return ofEarlierTry(error, mode, customerOrderId)
        throw error
      }
    },
    onSuccess(order) {
      kept.forget()
      said(`${order.customerOrderId}: ${words.of(order.status)?.label ?? order.status}`)
      void queries.invalidateQueries({ queryKey: [mode] })
      void navigate({ to: `/${mode}/orders/${encodeURIComponent(order.customerOrderId)}` as never })
    },
    onError(error) {
      if (!(error instanceof ApiProblem)) return
      for (const { pointer, detail } of error.errors) {
        const field = fieldOf(pointer)
        if (field !== null) form.setFieldError(field, capital(detail))
      }
      if (error.code === 'duplicate_order_id') form.setFieldError('customerOrderId', error.message)
    },
  })
  useEffect(() => {
    if (place.error) body.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [place.error])

  return (
    <form ref={body} className={classes.columns} onSubmit={form.onSubmit(values => place.mutate(values))}>
      <div>
        {found === null ? null : (
          <Text size="sm" c="dimmed" mb="sm">
            Your earlier input has been restored.{' '}
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={() => {
                kept.forget()
                beginAgain()
              }}
            >
              Start again
            </Anchor>
          </Text>
        )}
        <Books form={form} products={products} />
        <Section title="Destination">
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput label="Name" required autoComplete="off" {...form.getInputProps('name')} />
              <TextInput label="Company" autoComplete="off" {...form.getInputProps('company')} />
              <TextInput label="Address" required autoComplete="off" {...form.getInputProps('address1')} />
              <TextInput label="Address, second line" autoComplete="off" {...form.getInputProps('address2')} />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 4 }} spacing="sm">
              <TextInput label="City" required autoComplete="off" {...form.getInputProps('city')} />
              <StateField
                country={draft.country}
                value={draft.state}
                onChange={state => form.setFieldValue('state', state)}
                error={form.errors.state}
              />
              <TextInput label="Postal code" required autoComplete="off" {...form.getInputProps('postal')} />
              <Select
                label="Country"
                data={countries}
                allowDeselect={false}
                required
                {...form.getInputProps('country')}
                onChange={country => form.setValues({ country: country ?? draft.country, state: '' })}
              />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput label="Phone" autoComplete="off" {...form.getInputProps('phone')} />
              <TextInput label="E-mail" autoComplete="off" {...form.getInputProps('email')} />
            </SimpleGrid>
          </Stack>
        </Section>
        <Section title="For your program" about="All fields are optional.">
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput
                label="Identifier"
                placeholder="Generated by Octavo"
                maxLength={40}
                {...form.getInputProps('customerOrderId')}
              />
              <TextInput
                label="Webhook address"
                placeholder="https://"
                type="url"
                {...form.getInputProps('webhookUrl')}
              />
            </SimpleGrid>
            <Textarea
              label="Payload"
              description="Returned unchanged in every webhook and answer"
              maxLength={512}
              autosize
              minRows={2}
              {...form.getInputProps('payload')}
            />
          </Stack>
        </Section>
      </div>
      <div className={classes.beside}>
        <Estimate
          of={estimate}
          chosen={draft.shippingClassification}
          choose={value => form.setFieldValue('shippingClassification', value)}
        />
        {place.error ? <Failure error={place.error} /> : null}
        <Button type="submit" fullWidth size="md" loading={place.isPending}>
          {mode === 'sandbox'
            ? 'Place sandbox order'
            : estimate.total === null
              ? 'Place order'
              : `Place order · ${money(estimate.total)}`}
        </Button>
        {mode === 'sandbox' ? null : <WhenCharged />}
      </div>
    </form>
  )
}

/** The fields only: what is wrong with them is told above the form. */
const marksOf = (wrong: Order['errors']): Record<string, true> =>
  Object.fromEntries(wrong.flatMap(({ pointer }) => fieldOf(pointer) ?? []).map(field => [field, true]))

function WhenCharged() {
  const { charge } = useNextCharge()
  return charge ? (
    <Text size="sm" c="dimmed" mt="xs">
      Charged on <Time at={charge.at} /> at the earliest. Cancelling is free until 2 hours after the charge.
    </Text>
  ) : null
}
