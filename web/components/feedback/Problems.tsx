// The mistakes in an order, and values worth checking: the problem, and its place in the order.

import { Alert, List as Bullets, Text } from '@mantine/core'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '../../api.ts'
import { t } from '../../language.ts'
import { capitalize, WithTimes } from '../layout/Values.tsx'
import { fieldLabelOf } from '../orders/fieldLabels.ts'

type ErrorsProps = {
  order: Order
  /** The reader's possible acts. */
  next?: ReactNode
}

export const Errors = ({ order: { status, errors }, next }: ErrorsProps) =>
  errors.length === 0 ? null : (
    <Alert color="red" mb="md" icon={<CircleAlert size={18} />} title={errorsTitle(status)}>
      <Problems problems={errors} />
      {next ? (
        <Text size="sm" mt="xs" component="div">
          {next}
        </Text>
      ) : null}
    </Alert>
  )

/** A note asks for nothing. It stands with its file only. */
export function Warnings({ order }: { order: Pick<Order, 'warnings'> }) {
  const warnings = order.warnings.filter(({ severity }) => severity !== 'info')
  return warnings.length === 0 ? null : (
    <Alert color="orange" mb="md" icon={<TriangleAlert size={18} />} title={t('Please check')}>
      <Problems problems={warnings} />
    </Alert>
  )
}

const errorsTitle = (status: Order['status']) =>
  status === 'REJECTED' ? t('Why we rejected this order') : t('Why we can’t print this order')

export const Problems = ({ problems }: { problems: Order['errors'] }) => (
  <Bullets size="sm" spacing={4}>
    {problems.map(({ pointer, code, detail }) => (
      <Bullets.Item key={`${pointer} ${code} ${detail}`}>
        <span className="wrap">
          <WithTimes text={capitalize(detail)} />
        </span>{' '}
        <Text size="xs" opacity={0.8} className="wrap" title={pointer}>
          {fieldLabelOf(pointer)}
        </Text>
      </Bullets.Item>
    ))}
  </Bullets>
)
