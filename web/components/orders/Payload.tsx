// The customer's own data of an order.

import { t } from '../../language.ts'
import { Code } from '../layout/Values.tsx'

export const payloadOf = ({ payload }: { payload?: string }) =>
  payload === undefined ? undefined : <Code label={t('Copy payload')}>{payload}</Code>
