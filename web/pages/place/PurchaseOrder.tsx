// The customer's own number of the order, for accounts that pay by statement.

import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Section } from '../../components/layout/Section.tsx'
import { t } from '../../language.ts'
import { billingTerms } from '../../shell/money/billingTerms.ts'
import { useNextCharge } from '../../shell/money/nextCharge.ts'
import type { Draft } from './draft.ts'

export function PurchaseOrder({ form }: { form: UseFormReturnType<Draft> }) {
  const isEnterprise = useNextCharge().charge === null
  const terms = useQuery({ ...billingTerms, enabled: isEnterprise }).data
  if (!isEnterprise && form.values.purchaseOrderNumber === '') return null
  const usual = terms?.purchaseOrderNumber ?? null
  const isRequired = terms?.purchaseOrderRequired === true && usual === null
  return (
    <Section title={isRequired ? t('Billing') : t('Billing (optional)')}>
      <TextInput
        label={t('Purchase order number')}
        description={
          usual === null
            ? t('Printed on your monthly statement')
            : t('Printed on your monthly statement, instead of {number}', { number: usual })
        }
        placeholder={usual ?? undefined}
        maxLength={40}
        required={isRequired}
        {...form.getInputProps('purchaseOrderNumber')}
      />
    </Section>
  )
}
