// The customer's own data of an order.

import { t } from '../../language.ts'
import { Code, Muted } from '../layout/Values.tsx'

export const Payload = ({ of }: { of: string | undefined }) =>
  of === undefined ? <Muted>{t('None')}</Muted> : <Code label={t('Copy payload')}>{of}</Code>
