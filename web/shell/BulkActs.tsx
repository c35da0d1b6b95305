// The acts on the selected rows of a list. The service acts on one portion after another; who closes the dialog or the
// tab stops it after the portion that is on its way. What was refused is listed with its reason.

import { Button, type ButtonProps, Group, Modal, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { FormError } from '../components/feedback/FormError.tsx'
import { showToast } from '../components/feedback/toast.ts'
import { useReturnFocus } from '../components/forms/opener.ts'
import { SelectionBar } from '../components/layout/SelectionBar.tsx'
import { number, plural } from '../components/layout/Values.tsx'
import classes from './BulkActs.module.css'
import type { Selection } from './selection.ts'

const rowsAtOnce = 50

/** The rows of a request: some by name, or the next portion of all that match. */
export type Portion = { keys: string[] } | { cursor: string | null }
export type BulkResult = { name: string; outcome: 'done' | 'awaiting_approval' | 'refused'; detail: string | null }

export type BulkAct = {
  label: string
  icon: ReactNode
  /** What will happen. */
  text: ReactNode
  danger?: true
  /** Says who will read the reason that is asked for; without it, none is. */
  reasonHint?: string
  variant?: ButtonProps['variant']
  /** `key` is the same for a portion that is sent again. */
  send(portion: Portion, with_: { reason: string; key: string }): Promise<{ results: BulkResult[]; next: string | null }>
}

type Props = {
  selection: Selection
  noun: string
  /** How many rows match the filters; null if that is unknown. */
  total: number | null
  acts: BulkAct[]
  /** Refetches what was changed. */
  refetch: () => Promise<unknown>
}

export function BulkActs({ selection, noun, total, acts, refetch }: Props) {
  const [chosen, setChosen] = useState<BulkAct | null>(null)
  const { keys, isAll, chooseAll, clear } = selection
  if (keys.size === 0 && !isAll) return null
  const what = isAll
    ? total === null
      ? `All matching ${noun}s`
      : `All ${plural(total, noun)}`
    : plural(keys.size, noun)
  return (
    <>
      <SelectionBar
        clear={clear}
        chooseAll={isAll ? undefined : { label: `Select all matching ${noun}s`, act: chooseAll }}
        actions={acts.map(act => (
          <Button
            key={act.label}
            variant={act.variant ?? 'default'}
            color={act.danger ? 'red' : undefined}
            leftSection={act.icon}
            onClick={() => setChosen(act)}
          >
            {act.label}
          </Button>
        ))}
      >
        {isAll ? what : `${what} selected`}
      </SelectionBar>
      {chosen === null ? null : (
        <BulkDialog
          act={chosen}
          what={what}
          noun={noun}
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

type DialogProps = {
  act: BulkAct
  what: string
  noun: string
  selection: Selection
  total: number | null
  refetch: () => Promise<unknown>
  close: (isDone: boolean) => void
}

function BulkDialog({ act, what, noun, selection: { keys, isAll }, total, refetch, close }: DialogProps) {
  const [reason, setReason] = useState('')
  const [results, setResults] = useState<BulkResult[]>([])
  const isStopped = useRef(false)
  const [key] = useState(() => crypto.randomUUID())
  useReturnFocus()
  const run = useMutation({
    async mutationFn() {
      const all: BulkResult[] = []
      for await (const found of portions({ keys: [...keys], isAll }, portion => act.send(portion, { reason, key }))) {
        all.push(...found)
        setResults([...all])
        if (isStopped.current) break
      }
      return all
    },
    async onSettled(all) {
      await refetch()
      if (all === undefined || all.some(({ outcome }) => outcome === 'refused')) return
      showToast(summaryOf(all, noun, act.label))
      close(true)
    },
  })
  const end = () => {
    isStopped.current = true
    close(run.isSuccess || results.length > 0)
  }
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  return (
    <Modal opened onClose={end} title={`${act.label}: ${what}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (!run.isPending) run.mutate()
        }}
      >
        <Stack gap="md">
          <FormError error={run.error} />
          {run.isSuccess ? (
            <Text role="status">{summaryOf(results, noun, act.label)}</Text>
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
                aria-label="Progress"
                mb={6}
              />
              <Text size="sm" c="dimmed">
                {total === null
                  ? `${plural(results.length, noun)} so far`
                  : `${number(results.length)} of ${plural(total, noun)}`}
              </Text>
            </div>
          ) : null}
          {refused.length === 0 ? null : (
            <ul className={classes.refused} aria-label={`Refused ${noun}s`} tabIndex={0}>
              {refused.map(({ name, detail }) => (
                <li key={name}>
                  <strong className="wrap">{name}</strong>
                  <span className="wrap">{detail}</span>
                </li>
              ))}
            </ul>
          )}
          {act.reasonHint === undefined || run.isSuccess ? null : (
            <Textarea
              label="Reason"
              description={act.reasonHint}
              required
              autosize
              minRows={2}
              maxLength={1000}
              data-autofocus
              value={reason}
              onChange={event => setReason(event.currentTarget.value)}
            />
          )}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={end}>
            {run.isPending ? 'Stop' : run.isSuccess ? 'Close' : 'Cancel'}
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
      </form>
    </Modal>
  )
}

type Send = (portion: Portion) => Promise<{ results: BulkResult[]; next: string | null }>

async function* portions({ keys, isAll }: { keys: string[]; isAll: boolean }, send: Send): AsyncGenerator<BulkResult[]> {
  if (!isAll) {
    for (let i = 0; i < keys.length; i += rowsAtOnce) yield (await send({ keys: keys.slice(i, i + rowsAtOnce) })).results
    return
  }
  for (let cursor: string | null = null; ; ) {
    const { results, next } = await send({ cursor })
    yield results
    if (next === null) return
    cursor = next
  }
}

function summaryOf(results: BulkResult[], noun: string, label: string): string {
  const count = (outcome: BulkResult['outcome']) => results.filter(result => result.outcome === outcome).length
  const [waiting, refused] = [count('awaiting_approval'), count('refused')]
  return [
    `${label}: ${plural(count('done'), noun)} done`,
    ...(waiting > 0 ? [`${number(waiting)} sent for approval`] : []),
    ...(refused > 0 ? [`${number(refused)} refused`] : []),
  ].join(', ')
}
