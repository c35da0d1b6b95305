// The form of an order: validated by the service before the order is placed, with each problem shown at its field.

import { Anchor, Button, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem, api, type Mode, type Order } from '../../api.ts'
import { Failure } from '../../components/feedback/Failure.tsx'
import { showToast } from '../../components/feedback/toast.ts'
import { FoldedSection, unfoldAround } from '../../components/layout/Fold.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { capitalize, money, Time } from '../../components/layout/Values.tsx'
import { AddressFields, emptyAddress } from '../../components/orders/AddressFields.tsx'
import { orderHeading } from '../../components/orders/orderHeading.ts'
import { rich, t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { NoCard } from '../../shell/money/NoCard.tsx'
import { useNextCharge } from '../../shell/money/nextCharge.ts'
import { useStatusTexts } from '../../shell/orders/statusTexts.tsx'
import { useDraft } from '../../shell/session/session.ts'
import { AddressDoubt, AddressDoubtNote, isDoubtful } from './AddressDoubt.tsx'
import { AskForQuote } from './AskForQuote.tsx'
import { Books } from './Books.tsx'
import { bodyOf, type Draft, fieldOf } from './draft.ts'
import { withFile } from './dropped.ts'
import { Estimate, useEstimate } from './Estimate.tsx'
import classes from './Place.module.css'
import { ProofChoice } from './ProofChoice.tsx'
import { PurchaseOrder } from './PurchaseOrder.tsx'
import { RecipientField } from './RecipientField.tsx'
import { newIdentifier, orderOfEarlierAttempt } from './retry.ts'
import { SlipFields } from './SlipFields.tsx'
import { type Uploads, useUploads } from './uploads.ts'

const checkFields = t('The order was not placed. Check the highlighted fields.')
/** The limit belongs to no field. */
const notPlaced = t('The order was not placed.')

type FormProps = {
  mode: Mode
  /** The name of its draft. */
  name: string
  initial: Draft
  /** The product that the form begins with until the person chooses one, or empty. */
  suggested: string
  /** The errors of the order that the form begins with. */
  previousErrors: Order['errors']
  startOver: () => void
}

/**
 * `ownId` is the identifier for an order without one of its own, `sent` the identifier of the last attempt,
 * `placed` the names of the recipients before.
 */
type StoredDraft = { values: Draft; ownId: string; sent: string | null; placed: string[] }

export function PlaceForm({ mode, name, initial, suggested, previousErrors, startOver }: FormProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const words = useStatusTexts()
  const draftStore = useDraft<StoredDraft>(name)
  const [stored] = useState(draftStore.read)
  const [firstId] = useState(() => stored?.ownId ?? newIdentifier())
  const ownId = useRef(firstId)
  const sent = useRef(stored?.sent ?? null)
  const placed = useRef(stored?.placed ?? [])
  const isDone = useRef(false)
  const storeDraft = (values: Draft) => {
    if (isDone.current) return
    draftStore.save({ values, ownId: ownId.current, sent: sent.current, placed: placed.current })
  }
  const endDraft = () => {
    isDone.current = true
    draftStore.clear()
  }
  const form = useForm<Draft>({
    initialValues: { ...initial, ...stored?.values },
    // Restored input may already have fixed the errors.
    initialErrors: stored === null ? fieldMarks(previousErrors) : {},
    onValuesChange: storeDraft,
  })
  const draft = form.values
  const uploads = useUploads(file => {
    form.setFieldValue('dropped', withFile(form.getValues().dropped, file))
  })
  const missing = missingIn(draft, uploads)
  const estimate = useEstimate(draft)
  const body = useRef<HTMLFormElement>(null)
  /** Whether another order follows. */
  const isNextWanted = useRef(false)
  /** The address that the person keeps against the carriers' answer. */
  const keptAddress = useRef('')
  const place = useAction({
    /** Validates first: a typing error is reported at the field and does not become a failed order. */
    async mutationFn(values: Draft) {
      if (missing !== null) throw new ApiProblem({ detail: missing })
      const { customerOrderId = ownId.current, ...given } = bodyOf(values)
      const isOurs = customerOrderId === ownId.current || customerOrderId === sent.current
      const call = { params: { path: { mode } }, body: { customerOrderId, ...given } }
      try {
        const { errors, addressCheck } = await api.POST('/dashboard/api/{mode}/orders/validate', call)
        if (errors.length > 0) {
          const detail = errors.some(({ pointer }) => fieldOf(pointer) !== null) ? checkFields : notPlaced
          throw new ApiProblem({ code: 'cannot_be_made', status: 422, detail, errors })
        }
        if (isDoubtful(addressCheck) && keptAddress.current !== addressKey(values))
          throw new AddressDoubt(addressCheck, addressKey(values))
        sent.current = customerOrderId
        storeDraft(values)
        return await api.POST('/dashboard/api/{mode}/orders', call)
      } catch (error) {
        if (isOurs) return orderOfEarlierAttempt(error, mode, customerOrderId)
        throw error
      }
    },
    onSuccess(order, values) {
      ownId.current = newIdentifier()
      sent.current = null
      showToast(`${orderHeading(order)}: ${words.of(order.status)?.label ?? order.status}`)
      void queries.invalidateQueries({ queryKey: [mode] })
      if (!isNextWanted.current) {
        endDraft()
        void navigate({ to: `/${mode}/orders/${encodeURIComponent(order.customerOrderId)}` })
        return
      }
      placed.current = [...placed.current, order.destination.name]
      const slip = { ...values.slip, giftMessage: '' }
      form.setValues({ ...emptyAddress, country: values.country, customerOrderId: '', slip })
      body.current?.querySelector<HTMLElement>('[name=recipient]')?.focus()
    },
    onError(error) {
      if (!(error instanceof ApiProblem)) return
      for (const { pointer, detail } of error.errors) {
        const field = fieldOf(pointer)
        if (field !== null) form.setFieldError(field, capitalize(detail))
      }
      if (error.code === 'duplicate_order_id') form.setFieldError('customerOrderId', error.message)
    },
  })
  useEffect(() => {
    const field = place.error ? body.current?.querySelector<HTMLElement>('[aria-invalid=true]') : null
    if (!field) return
    unfoldAround(field)
    field.focus()
  }, [place.error])

  return (
    <form
      ref={body}
      className={classes.columns}
      // Before the browser shows its own message at a field, which it cannot in a folded part.
      onInvalidCapture={event => event.target instanceof Element && unfoldAround(event.target)}
      onSubmit={form.onSubmit(values => place.mutate(values))}
    >
      <div>
        {stored === null ? null : (
          <Text size="sm" c="dimmed" mb="sm">
            {t('We restored your unsaved input.')}{' '}
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={() => {
                draftStore.clear()
                startOver()
              }}
            >
              {t('Start over')}
            </Anchor>
          </Text>
        )}
        <Books form={form} uploads={uploads} suggested={suggested} />
        <Section title={t('Destination')}>
          {placed.current.length === 0 ? null : (
            <Text size="sm" mb="sm" role="status">
              {t('Placed for {names}.', { names: placed.current.join(', ') })}
            </Text>
          )}
          <AddressFields form={form} address={draft} nameField={<RecipientField form={form} />} />
        </Section>
        <ProofChoice form={form} />
        <SlipFields form={form} />
        <PurchaseOrder form={form} />
        <FoldedSection title={t('Integration (optional)')} isUsed={isIntegrated(draft, form.errors)}>
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput
                label={t('Order ID')}
                placeholder={t('Generated automatically')}
                maxLength={40}
                {...form.getInputProps('customerOrderId')}
              />
              <TextInput
                label={t('Webhook URL')}
                placeholder="https://"
                type="url"
                {...form.getInputProps('webhookUrl')}
              />
            </SimpleGrid>
            <Textarea
              label={t('Payload')}
              description={t('Included in API responses and webhooks')}
              maxLength={512}
              {...form.getInputProps('payload')}
            />
          </Stack>
        </FoldedSection>
      </div>
      <div className={classes.beside}>
        <Estimate
          of={estimate}
          chosen={draft.shippingClassification}
          choose={value => form.setFieldValue('shippingClassification', value)}
        />
        {place.error instanceof AddressDoubt ? (
          place.error.of !== addressKey(draft) ? null : (
            <AddressDoubtNote
              doubt={place.error}
              use={suggestion => {
                form.setValues(suggestion)
                place.reset()
              }}
              keep={() => {
                keptAddress.current = addressKey(draft)
                place.mutate(draft)
              }}
            />
          )
        ) : place.error ? (
          <Failure error={place.error} />
        ) : null}
        <Button
          type="submit"
          fullWidth
          size="md"
          loading={place.isPending}
          onClick={() => {
            isNextWanted.current = false
          }}
        >
          {mode === 'sandbox'
            ? t('Place sandbox order')
            : estimate.total === null
              ? t('Place order')
              : t('Place order · {total}', { total: money(estimate.total) })}
        </Button>
        <Button
          type="submit"
          fullWidth
          variant="default"
          mt="xs"
          disabled={place.isPending}
          onClick={() => {
            isNextWanted.current = true
          }}
        >
          {t('Place and add a recipient')}
        </Button>
        <AskForQuote mode={mode} draft={draft} missing={missing} done={endDraft} />
        {mode === 'sandbox' ? null : <WhenPaid />}
        <NoCard mode={mode} />
      </div>
    </form>
  )
}

function missingIn({ items, dropped }: Draft, uploads: Uploads): string | null {
  if (uploads.all.length > 0)
    return t('Some of the dropped PDFs are not uploaded. Wait until they are, or remove them.')
  if (dropped.cover !== null || dropped.guts !== null)
    return t('The dropped PDFs belong to no book of this order yet. Use them for a book, or remove them.')
  return items.some(({ sku }) => sku !== '') ? null : t('Drop the PDFs of a book, or choose a product.')
}

const integration = ['customerOrderId', 'webhookUrl', 'payload'] as const

const isIntegrated = (draft: Draft, errors: FormErrors): boolean =>
  integration.some(field => draft[field] !== '' || errors[field])

const addressKey = ({ address1, address2, city, state, postal, country }: Draft): string =>
  JSON.stringify([address1, address2, city, state, postal, country])

/** Marks the fields only; their problems are listed above the form. */
const fieldMarks = (errors: Order['errors']): Record<string, true> =>
  Object.fromEntries(errors.flatMap(({ pointer }) => fieldOf(pointer) ?? []).map(field => [field, true]))

function WhenPaid() {
  const { charge } = useNextCharge()
  if (charge === undefined) return null
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {charge === null
        ? t('You pay by monthly statement, once the order has shipped.')
        : rich('You’ll be charged on {time} or later. You can cancel for free until 2 hours after the charge.', {
            time: <Time at={charge.at} />,
          })}
    </Text>
  )
}
