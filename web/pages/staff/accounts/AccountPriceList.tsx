// The price list that an account is on, and the dialog that changes it. For an enterprise account, these are its agreed
// prices; without them, its printer enters each price.

import { Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import type { StaffAccount } from '../../../apiTypes.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { dayText } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ApprovalHint, isApproval, requestSentText } from '../../../shell/orders/approvals.tsx'
import { useMay } from '../../../shell/session/session.ts'

type PriceList = ResponseBody<'/staff/price-lists'>['priceLists'][number]
type Props = { account: StaffAccount }

/** The values of the choices without a list; lists have capitals. */
const catalogPrices = 'catalog'
const printersPrices = 'printer'

const choiceOf = ({ enterprise, agreedPrices, priceList }: StaffAccount): string =>
  enterprise && !agreedPrices ? printersPrices : (priceList ?? catalogPrices)

export function AccountPriceList({ account }: Props) {
  const { priceList } = account
  const lists = useQuery({
    queryKey: ['staff', 'price-lists'],
    queryFn: () => api.GET('/staff/price-lists'),
  })
  const [isChanging, setChanging] = useState(false)
  const mayChange = useMay('catalog')
  const known = lists.data?.priceLists ?? []
  const list = known.find(({ code }) => code === priceList)
  return (
    <Group gap="xs" component="span">
      <span className="wrap">
        {choiceOf(account) === printersPrices
          ? t('None: the printer enters each price')
          : priceList === null
            ? catalogText(account)
            : list === undefined
              ? priceList
              : nameOf(list)}
      </span>
      {mayChange && (known.length > 0 || account.enterprise) ? (
        <Button size="compact-xs" variant="default" onClick={() => setChanging(true)}>
          {t(account.enterprise ? 'Change agreed prices' : 'Change price list')}
        </Button>
      ) : null}
      {isChanging ? <ChangePriceList account={account} lists={known} close={() => setChanging(false)} /> : null}
    </Group>
  )
}

const catalogText = ({ enterprise }: StaffAccount): string => t(enterprise ? 'Catalog prices' : 'None: catalog prices')

function nameOf({ name, state, from, until }: PriceList): string {
  if (state === 'upcoming') return t('{name}, from {day}', { name, day: dayText(String(from)) })
  return state === 'ended' ? t('{name}, ended {day}', { name, day: dayText(String(until)) }) : name
}

function ChangePriceList({ account, lists, close }: Props & { lists: PriceList[]; close: () => void }) {
  const { accountId, name, enterprise } = account
  const [chosen, setChosen] = useState(choiceOf(account))
  const change = useAction({
    mutationFn: (reason: string) =>
      api.PUT('/staff/accounts/{accountId}/price-list', {
        params: { path: { accountId } },
        body: {
          priceList: chosen === catalogPrices || chosen === printersPrices ? null : chosen,
          ...(enterprise ? { agreedPrices: chosen !== printersPrices } : {}),
          reason,
        },
      }),
    refetch: ['staff'],
    done: answer => (isApproval(answer) ? requestSentText : t(enterprise ? 'Agreed prices saved' : 'Price list saved')),
    close,
  })
  return (
    <ReasonDialog
      title={t(enterprise ? 'Agreed prices of {name}' : 'Price list of {name}', { name })}
      text={
        enterprise
          ? t(
              'For orders that are placed from now on. They count where the printer names no price; for a higher price, the printer gives a reason that the customer reads.',
            )
          : t('For orders that are placed from now on. Accepted and queued orders keep their prices.')
      }
      confirmLabel={t(enterprise ? 'Save agreed prices' : 'Save price list')}
      reasonHint={t('Recorded in the audit log. Not shown to the customer.')}
      action={change}
      isReady={chosen !== choiceOf(account)}
      close={close}
    >
      <Select
        label={t(enterprise ? 'Agreed prices' : 'Price list')}
        allowDeselect={false}
        data={[
          ...(enterprise ? [{ value: printersPrices, label: t('None: the printer enters each price') }] : []),
          { value: catalogPrices, label: catalogText(account) },
          ...lists.map(list => ({ value: list.code, label: nameOf(list) })),
        ]}
        value={chosen}
        onChange={value => setChosen(value ?? catalogPrices)}
      />
      <ApprovalHint of="prices" />
    </ReasonDialog>
  )
}
