// The acts on the selected orders of a list. The service acts on one portion after another; closing the dialog or the
// tab stops it after the portion in progress. Refused acts are listed with their reasons.

import { Button, type ButtonProps, Group, Menu, Modal, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { ChevronUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { newRequestKey } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { showToast } from '../../components/feedback/toast.ts'
import { Form } from '../../components/forms/Form.tsx'
import { type Note, NoteSelectByLanguage } from '../../components/forms/NoteSelect.tsx'
import { useReturnFocus } from '../../components/forms/opener.ts'
import { SelectionBar } from '../../components/layout/SelectionBar.tsx'
import { capitalize, number } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useInWords } from '../orders/statusTexts.tsx'
import classes from './BulkActs.module.css'
import type { Selection } from './selection.ts'

const usualRowsAtOnce = 50
/** More acts are in a menu on a phone. */
const maxButtons = 2

/** The rows of a request: some by name, or the next portion of all that match. */
export type Portion = { keys: string[] } | { cursor: string | null }
type BulkResult = {
  key: string
  name: string
  outcome: 'done' | 'awaiting_approval' | 'refused'
  detail: string | null
}

export type BulkAct = {
  label: string
  /** The title of its dialog; `what` is such as “2 orders”. */
  title(what: string): string
  /** Says that it is done. */
  done(what: string): string
  icon: ReactNode
  /** The effect of the act. */
  text: ReactNode
  danger?: true
  /** Where “Cancel” would be ambiguous. */
  cancelLabel?: string
  /** Says who will read the reason that is asked for; without it, none is. */
  reasonHint?: string
  /** Notes to choose from for the reason. */
  notes?: readonly Note[]
  variant?: ButtonProps['variant']
  /** Rows by name in a request, if not the usual number. A failure repeats at most these. */
  rowsAtOnce?: number
  /** `key` is the same for a portion that is sent again. */
  send(
    portion: Portion,
    with_: { reason: string; key: string },
  ): Promise<{ results: BulkResult[]; next: string | null }>
}

/** How the rows of a list are called. `some` is such as “2 orders”. */
const nouns = {
  orders: {
    some: (count: number) => t('{count, plural, one {# order} other {# orders}}', { count }),
    all: (total: number | null) =>
      total === null
        ? t('all matching orders')
        : t('all {count, plural, one {# order} other {# orders}}', { count: total }),
    matching: t('matching orders'),
    none: t('No orders matched'),
    refused: t('Refused orders'),
  },
  webhooks: {
    some: (count: number) => t('{count, plural, one {# webhook} other {# webhooks}}', { count }),
    all: (total: number | null) =>
      total === null
        ? t('all matching webhooks')
        : t('all {count, plural, one {# webhook} other {# webhooks}}', { count: total }),
    matching: t('matching webhooks'),
    none: t('No webhooks matched'),
    refused: t('Refused webhooks'),
  },
}

type Props = {
  /** The kind of rows; without it, orders. */
  of?: keyof typeof nouns
  selection: Selection
  /** Of a list whose rows are acted on by name only: all that it has. `matching` is such as “found orders”. */
  all?: { keys: readonly string[]; matching: string } | undefined
  /** How many rows match the filters; null if that is unknown. */
  total: number | null
  acts: BulkAct[]
  /** Refetches what was changed. */
  refetch: () => Promise<unknown>
}

export function BulkActs({ of = 'orders', selection, all, total, acts, refetch }: Props) {
  const [chosen, setChosen] = useState<BulkAct | null>(null)
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { keys, isAll, has, toggle, chooseAll, clear } = selection
  if (keys.size === 0 && !isAll) return null
  const noun = nouns[of]
  const what = isAll ? noun.all(total) : noun.some(keys.size)
  const isComplete = isAll || all?.keys.every(has)
  const choice =
    all === undefined
      ? { matching: noun.matching, act: chooseAll }
      : { matching: all.matching, act: () => toggle(all.keys, true) }
  return (
    <>
      <SelectionBar
        clear={clear}
        chooseAll={isComplete ? undefined : choice}
        actions={
          isNarrow && acts.length > maxButtons ? (
            <Menu position="top-end" width="target">
              <Menu.Target>
                <Button rightSection={<ChevronUp size={15} />}>{t('Actions')}</Button>
              </Menu.Target>
              <Menu.Dropdown>
                {acts.map(act => (
                  <Menu.Item
                    key={act.label}
                    color={act.danger ? 'red' : undefined}
                    leftSection={act.icon}
                    onClick={() => setChosen(act)}
                  >
                    {act.label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          ) : (
            acts.map(act => (
              <Button
                key={act.label}
                variant={act.variant ?? 'default'}
                color={act.danger ? 'red' : undefined}
                leftSection={act.icon}
                onClick={() => setChosen(act)}
              >
                {act.label}
              </Button>
            ))
          )
        }
      >
        {isAll ? capitalize(what) : t('{what} selected', { what })}
      </SelectionBar>
      {chosen === null ? null : (
        <BulkDialog
          noun={noun}
          act={chosen}
          what={what}
          selection={selection}
          total={isAll ? total : keys.size}
          refetch={refetch}
          close={isDone => {
            setChosen(null)
            if (isDone) clear()
          }}
        />
      )}
    </>
  )
}

type Noun = (typeof nouns)[keyof typeof nouns]
type DialogProps = {
  noun: Noun
  act: BulkAct
  what: string
  selection: Selection
  total: number | null
  refetch: () => Promise<unknown>
  close: (isDone: boolean) => void
}

function BulkDialog({ noun, act, what, selection: { keys, isAll }, total, refetch, close }: DialogProps) {
  const [reason, setReason] = useState('')
  const [results, setResults] = useState<BulkResult[]>([])
  const isStopped = useRef(false)
  /** After a failure, the next attempt continues after the last answered portion. */
  const cursor = useRef<string | null>(null)
  const [key] = useState(() => newRequestKey())
  useReturnFocus()
  const run = useMutation({
    async mutationFn() {
      const all = [...results]
      const left = { keys: [...keys].slice(all.length), isAll, cursor: cursor.current }
      for await (const portion of portions(left, portion => act.send(portion, { reason, key }), act.rowsAtOnce)) {
        for (const one of portion.results) all.push(one)
        cursor.current = portion.next
        setResults([...all])
        if (isStopped.current) break
      }
      return all
    },
    async onSettled(all) {
      await refetch()
      if (all === undefined || all.some(({ outcome }) => outcome === 'refused')) return
      showToast(summaryOf(all, act, noun))
      close(true)
    },
  })
  const end = () => {
    isStopped.current = true
    close(run.isSuccess || results.length > 0)
  }
  const inWords = useInWords()
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  return (
    <Modal opened onClose={end} title={act.title(what)}>
      <Form
        submit={() => {
          if (!run.isPending) run.mutate()
        }}
      >
        <Stack gap="md">
          <FormError error={run.error} />
          {run.isSuccess ? (
            <Text role="status">{summaryOf(results, act, noun)}</Text>
          ) : (
            <Text component="div" className="wrap">
              {act.text}
            </Text>
          )}
          {run.isPending ? (
            <div role="status">
              <Progress
                value={total === null || total === 0 ? 100 : (100 * results.length) / total}
                animated={total === null}
                aria-label={t('Progress')}
                mb={6}
              />
              <Text size="sm" c="dimmed">
                {total === null
                  ? t('{what} so far', { what: noun.some(results.length) })
                  : t('{count} of {what}', { count: number(results.length), what: noun.some(total) })}
              </Text>
            </div>
          ) : null}
          {refused.length === 0 ? null : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            <ul className={classes.refused} aria-label={noun.refused} tabIndex={0}>
              {refused.map(({ key, name, detail }) => (
                <li key={key}>
                  <strong className="wrap">{name}</strong>
                  <span className="wrap">{detail === null ? null : inWords(detail)}</span>
                </li>
              ))}
            </ul>
          )}
          {act.reasonHint === undefined || run.isSuccess ? null : (
            <>
              <NoteSelectByLanguage notes={act.notes ?? []} choose={setReason} />
              <Textarea
                label={t('Reason')}
                description={act.reasonHint}
                required
                maxLength={1000}
                data-autofocus
                value={reason}
                onChange={event => setReason(event.currentTarget.value)}
              />
            </>
          )}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={end}>
            {run.isPending ? t('Stop') : run.isSuccess ? t('Close') : (act.cancelLabel ?? t('Cancel'))}
          </Button>
          {run.isSuccess ? null : (
            <Button
              type="submit"
              color={act.danger ? 'red' : undefined}
              loading={run.isPending}
              disabled={act.reasonHint !== undefined && reason.trim() === ''}
            >
              {act.label}
            </Button>
          )}
        </Group>
      </Form>
    </Modal>
  )
}

type Answer = Awaited<ReturnType<BulkAct['send']>>
type Left = { keys: string[]; isAll: boolean; cursor: string | null }

async function* portions(
  left: Left,
  send: (portion: Portion) => Promise<Answer>,
  rowsAtOnce = usualRowsAtOnce,
): AsyncGenerator<Answer> {
  if (!left.isAll) {
    for (let i = 0; i < left.keys.length; i += rowsAtOnce) yield send({ keys: left.keys.slice(i, i + rowsAtOnce) })
    return
  }
  for (let { cursor } = left; ; ) {
    const answer = await send({ cursor })
    yield answer
    if (answer.next === null) return
    cursor = answer.next
  }
}

function summaryOf(results: BulkResult[], { done }: BulkAct, { some, none }: Noun): string {
  const count = (outcome: BulkResult['outcome']) => results.filter(result => result.outcome === outcome).length
  const counts = [
    { count: count('done'), text: done },
    { count: count('awaiting_approval'), text: (what: string) => t('{what} sent for approval', { what }) },
    { count: count('refused'), text: (what: string) => t('{what} refused', { what }) },
  ].filter(({ count }) => count > 0)
  if (counts.length === 0) return none
  // The first count has the noun, which is understood of the others.
  return counts.map(({ count, text }, i) => text(i === 0 ? some(count) : number(count))).join(', ')
}
