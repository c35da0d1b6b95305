// The notes of the staff about an order, and their messages to the customer.

import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { ManyEntries } from '../../../components/layout/ManyEntries.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Time } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useMay } from '../../../shell/session/session.ts'

type Message = ResponseBody<'/staff/orders/{accountId}/{customerOrderId}'>['messages'][number]
type Reader = Message['reader']
type Props = { accountId: string; customerOrderId: string }

/** Nothing is written about an archived order until it is restored. */
export function Messages({ messages, isArchived, ...order }: Props & { isArchived: boolean; messages: Message[] }) {
  const mayWrite = useMay('orders') && !isArchived
  const [reader, setReader] = useState<Reader | null>(null)
  return (
    <Section
      title={t('Notes and messages')}
      actions={
        mayWrite ? (
          <>
            <Button variant="default" onClick={() => setReader('staff')}>
              {t('Add note')}
            </Button>
            <Button variant="default" onClick={() => setReader('customer')}>
              {t('Write to customer')}
            </Button>
          </>
        ) : undefined
      }
    >
      {messages.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('No notes yet.')}
        </Text>
      ) : null}
      <ManyEntries label={t('Notes and messages')}>
        {messages.map(({ messageId, reader: readBy, by, text, at }) => (
          <div key={messageId}>
            <Group gap="xs">
              <Text size="sm" c="dimmed">
                {by} · <Time at={at} />
              </Text>
              {readBy === 'customer' ? <Badge>{t('To the customer')}</Badge> : null}
            </Group>
            <Text className="wrap" style={{ whiteSpace: 'pre-line' }}>
              {text}
            </Text>
          </div>
        ))}
      </ManyEntries>
      {reader === null ? null : <NewMessage {...order} reader={reader} close={() => setReader(null)} />}
    </Section>
  )
}

function NewMessage({ accountId, customerOrderId, reader, close }: Props & { reader: Reader; close: () => void }) {
  const isNote = reader === 'staff'
  const write = useAction({
    mutationFn: (text: string) =>
      api.POST('/staff/orders/{accountId}/{customerOrderId}/messages', {
        params: { path: { accountId, customerOrderId } },
        body: { reader, text },
      }),
    refetch: ['staff'],
    done: isNote ? t('Note added') : t('Message sent'),
    close,
  })
  return (
    <ReasonDialog
      title={isNote ? t('Add note') : t('Write to customer')}
      text={
        isNote
          ? t('Only your staff read notes.')
          : t('The customer reads the message on the page of the order and by email.')
      }
      confirmLabel={isNote ? t('Add note') : t('Send message')}
      reasonLabel={isNote ? t('Text of the note') : t('Text of the message')}
      reasonHint={t('Erased together with the personal data of the recipient.')}
      action={write}
      close={close}
    />
  )
}
