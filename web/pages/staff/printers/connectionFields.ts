// The fields of the settings of a connection.

import { shippingClasses, shippingClassName } from '../../../components/orders/shippingClasses.ts'
import { t } from '../../../language.ts'
import type { Adapter, FieldKeys } from './connectionSettings.ts'

/** `key` is a pointer in the settings, without its first slash. */
type SettingField = {
  key: string
  label: string
  description?: string
  isSecret?: true
  isOptional?: true
  placeholder?: string
  options?: { value: string; label: string }[]
}
const address: SettingField = { key: 'url', label: t('Address'), placeholder: 'https://press.example.com/octavo' }

export const settingFields: Record<Adapter, SettingField[]> = {
  desk: [],
  json: [
    address,
    { key: 'secret', label: t('Secret'), isSecret: true, placeholder: 'whsec_…' },
    {
      key: 'previousSecret',
      label: t('Previous secret, during a change'),
      description: t('Also valid, until you end it or enter a new secret'),
      isSecret: true,
      isOptional: true,
    },
  ],
  printtalk: [
    address,
    { key: 'identity', label: t('Your identity at the printer') },
    { key: 'sharedSecret', label: t('Your secret at the printer'), isSecret: true },
    { key: 'printerIdentity', label: t('The printer’s identity') },
    { key: 'printerSharedSecret', label: t('The printer’s secret'), isSecret: true },
  ],
  siteflow: [
    { ...address, placeholder: 'https://pro-api.oneflowcloud.com/api' },
    { key: 'token', label: t('Access token'), isSecret: true },
    { key: 'secret', label: t('Secret'), isSecret: true },
    { key: 'sourceAccount', label: t('Your account there') },
    { key: 'destination', label: t('The printer’s account') },
    { key: 'postbackToken', label: t('Token of its messages'), isSecret: true },
  ],
}

const deliveryMethods = ['StandardShipping', 'ExpeditedShipping', 'RushShipping']

/** Most printers need none of these. */
export const furtherFields: Record<Adapter, SettingField[]> = {
  desk: [],
  json: [],
  printtalk: [
    {
      key: 'secretIn',
      label: t('Where your secret goes'),
      options: [
        { value: 'header', label: t('Into the header of the request') },
        { value: 'credential', label: t('Also into the document, for older printers') },
      ],
    },
    { key: 'contentType', label: t('Media type of documents'), placeholder: 'application/xml' },
    {
      key: 'printTalkNamespace',
      label: t('Namespace of PrintTalk'),
      placeholder: 'http://www.printtalk.org/schema_20',
    },
    { key: 'xjdfNamespace', label: t('Namespace of XJDF'), placeholder: 'http://www.CIP4.org/JDFSchema_2_0' },
    ...shippingClasses.map((name, i) => ({
      key: `deliveryMethods/${name}`,
      label: t('The printer’s name for {class} shipping', { class: shippingClassName(name) }),
      placeholder: deliveryMethods[i]!,
    })),
  ],
  siteflow: [
    { key: 'preflightProfiles/cover', label: t('Preflight profile of covers'), placeholder: t('No preflight') },
    { key: 'preflightProfiles/text', label: t('Preflight profile of pages'), placeholder: t('No preflight') },
  ],
}

type ListField = Pick<SettingField, 'key' | 'label'>
export const listFields: Record<Adapter, ListField[]> = {
  desk: [],
  json: [],
  printtalk: [
    { key: 'milestones/received', label: t('The printer’s milestones for: received') },
    { key: 'milestones/accepted', label: t('The printer’s milestones for: accepted') },
    { key: 'milestones/printed', label: t('The printer’s milestones for: printed') },
    { key: 'milestones/delayed', label: t('The printer’s milestones for: delayed') },
    { key: 'milestones/packages', label: t('The printer’s milestones for: partly shipped') },
    { key: 'milestones/shipped', label: t('The printer’s milestones for: shipped') },
  ],
  siteflow: [{ key: 'closedStatuses', label: t('The account’s own statuses of finished orders') }],
}

/** Whether a mistake in the settings has a field that shows it. */
export const hasField = (adapter: Adapter, pointer: string): boolean =>
  [...settingFields[adapter], ...furtherFields[adapter], ...listFields[adapter], { key: 'carriers' }].some(
    ({ key }) => pointer === `/settings/${key}` || pointer.startsWith(`/settings/${key}/`),
  )

export const keysOf = (adapter: Adapter): FieldKeys => ({
  texts: [...settingFields[adapter], ...furtherFields[adapter]].map(({ key }) => key),
  lists: listFields[adapter].map(({ key }) => key),
})
