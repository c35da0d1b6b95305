// Links to the proof of an order for people without a sign-in, and their comments on its pages.

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link as LinkIcon } from 'lucide-react'
import { useState } from 'react'
import { api, type Mode, type Order } from '../../api.ts'
import { Failure } from '../../components/feedback/Failure.tsx'
import { FormError } from '../../components/feedback/FormError.tsx'
import { showToast } from '../../components/feedback/toast.ts'
import { ManyEntries } from '../../components/layout/ManyEntries.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Code, Time } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useMay } from '../../shell/session/session.ts'

export function ProofSharing({ mode, order, names }: { mode: Mode; order: Order; names: string[] }) {
  const queries = useQueryClient()
  const mayShare = useMay('orders')
  const { customerOrderId } = order
  const path = { mode, customerOrderId }
  const queryKey = [mode, 'order', customerOrderId, 'proof']
  const sharing = useQuery({
    queryKey,
    queryFn: () => api.GET('/dashboard/api/{mode}/orders/{customerOrderId}/proof', { params: { path } }),
  })
  const [made, setMade] = useState<{ linkId: string; url: string } | null>(null)
  const refetch = () => queries.invalidateQueries({ queryKey })
  const create = useAction({
    mutationFn: () =>
      api.POST('/dashboard/api/{mode}/orders/{customerOrderId}/proof/links', {
        params: { path },
        body: { days: 14 },
      }),
    onSuccess(link) {
      setMade(link)
      return refetch()
    },
  })
  const revoke = useAction({
    mutationFn: (linkId: string) =>
      api.DELETE('/dashboard/api/{mode}/orders/{customerOrderId}/proof/links/{linkId}', {
        params: { path: { ...path, linkId } },
      }),
    onSuccess(_none, linkId) {
      showToast(t('The link no longer works'))
      if (made?.linkId === linkId) setMade(null)
      return refetch()
    },
    failed: t('The link was not revoked'),
  })
  const isWaiting = order.status === 'AWAITING_PROOF'
  if (sharing.error) {
    return (
      <Section title={t('Proof')}>
        <Failure error={sharing.error} retry={() => sharing.refetch()} />
      </Section>
    )
  }
  const { links = [], comments = [] } = sharing.data ?? {}
  if (!isWaiting && comments.length === 0 && links.length === 0) return null
  return (
    <Section
      title={t('Proof')}
      about={
        isWaiting
          ? t('Send the author a link to comment on pages and decide without signing in. A link works for 14 days.')
          : undefined
      }
      actions={
        isWaiting && mayShare ? (
          <Button
            variant="default"
            leftSection={<LinkIcon size={15} />}
            onClick={() => create.mutate()}
            loading={create.isPending}
          >
            {t('Create link')}
          </Button>
        ) : undefined
      }
    >
      <Stack gap="md">
        <FormError error={create.error} />
        {made === null ? null : (
          <Alert color="green" title={t('Copy this link now')}>
            <Text size="sm" mb="xs">
              {t('We won’t show this link again. Anyone with it can approve the proof or ask for changes.')}
            </Text>
            <Code label={t('Copy link')}>{made.url}</Code>
          </Alert>
        )}
        {links.map(link => (
          <Group key={link.linkId} justify="space-between" gap="xs">
            <Text size="sm">
              {rich('Link from {time}, works until {end}', {
                time: <Time at={link.createdAt} />,
                end: <Time at={link.expiresAt} />,
              })}
            </Text>
            {mayShare ? (
              <Button variant="default" onClick={() => revoke.mutate(link.linkId)} loading={revoke.isPending}>
                {t('Revoke')}
              </Button>
            ) : null}
          </Group>
        ))}
        {comments.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('No comments yet.')}
          </Text>
        ) : null}
        <ManyEntries label={t('Comments')}>
          {comments.map(({ commentId, author, item, part, page, text, at }) => (
            <div key={commentId}>
              <Text size="sm" c="dimmed">
                {rich('{author} on {place}, {time}', {
                  author,
                  place: placeOf(part, page, names.length > 1 ? names[item] : undefined),
                  time: <Time at={at} />,
                })}
              </Text>
              <Text className="wrap">{text}</Text>
            </div>
          ))}
        </ManyEntries>
      </Stack>
    </Section>
  )
}

/** `book`: where an order has several. */
function placeOf(part: 'cover' | 'guts', page: number, book: string | undefined): string {
  if (book === undefined) return part === 'cover' ? t('the cover') : t('page {page}', { page })
  return part === 'cover' ? t('{book}, the cover', { book }) : t('{book}, page {page}', { book, page })
}
