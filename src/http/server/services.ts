// The parts of the service that routes need, each by one name. The service itself is put together in app.ts.

import type { AccountDeps } from '../../accounts/accounts.ts'
import type { Keyring } from '../../accounts/keys/keyring.ts'
import type { FirstOwner } from '../../accounts/people/firstOwner.ts'
import type { People } from '../../accounts/people/people.ts'
import type { AuthSecrets } from '../../accounts/signIn/authSecrets.ts'
import type { AccountProviders } from '../../accounts/singleSignOn/accountProviders.ts'
import type { Served } from '../../accounts/singleSignOn/identities.ts'
import type { SingleSignOn } from '../../accounts/singleSignOn/singleSignOn.ts'
import type { DrawOne } from '../../artwork/templates/templates.ts'
import type { Uploads } from '../../artwork/uploads.ts'
import type { Log } from '../../base/log.ts'
import type { ReadDnsText } from '../../base/network/dnsText.ts'
import type { Outbound } from '../../base/network/outbound.ts'
import type { Rate } from '../../base/running/tokenBuckets.ts'
import type { ByteVault } from '../../base/secrets/vault.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Tx } from '../../db/db.ts'
import type { Archive } from '../../features/archive/archive.ts'
import type { FileReview } from '../../features/files/fileReview.ts'
import type { CardDeps } from '../../features/money/cards.ts'
import type { ChargeDeps } from '../../features/money/dailyCharge.ts'
import type { OnlinePaymentDeps } from '../../features/money/onlinePayments.ts'
import type { RefundDeps } from '../../features/money/refunds.ts'
import type { AddressChecks } from '../../features/placing/addressChecks.ts'
import type { PlaceOrder } from '../../features/placing/placeOrders.ts'
import type { Fulfillment } from '../../features/printing/fulfillment.ts'
import type { LabelDeps } from '../../features/printing/labels.ts'
import type { ReceiveMessage } from '../../features/printing/receiveMessages.ts'
import type { OperatorContent } from '../../features/shop/content.ts'
import type { OperatorData } from '../../features/shop/operatorData.ts'
import type { VersionRegister } from '../../features/shop/operatorVersions.ts'
import type { PublishDeps } from '../../features/shop/publishVersion.ts'
import type { SecondPersonRule } from '../../features/staff/secondPerson.ts'
import type { EmailContent } from '../../mail/emails.ts'
import type { Sender } from '../../mail/sendEmails.ts'
import type { LiveUpdates } from '../../orders/liveUpdates.ts'
import type { ReaderLinks } from '../../orders/readerLinks.ts'
import type { MessageEndpoint } from '../../payments/payments.ts'
import type { PaymentLinks } from '../../payments/statements/paymentLinks.ts'
import type { FileLinks } from '../../printer/links.ts'
import type { Installation } from '../objects/installation.ts'
import type { PrinterSetUp } from '../objects/printerSettings.ts'
import type { SetUpStep } from '../objects/setUpStep.ts'
import type { SignIn } from '../people/signIn.ts'
import type { OpenPrintFile } from '../printing/pressFile.ts'
import type { Health } from './health.ts'
import type { Streams } from './streams.ts'
import type { Web } from './web.ts'

export type Services = AccountDeps &
  PublishDeps &
  Health & {
    log: Log
    publicUrl: URL
    web: Web
    /** In production: addresses of production must be https, and no address may be private. */
    httpsOnly: boolean
    rates: { perAddress: Rate }
    outbound: Outbound
    readDnsText: ReadDnsText
    securityContact: string | null
    /** Moves the clock and does all work that is due on the way. Null for the real clock. */
    moveClock: ((to: Date) => Promise<void>) | null

    people: People
    signIn: SignIn
    authSecrets: AuthSecrets
    keyring: Keyring
    vault: ByteVault
    accountProviders: AccountProviders
    /** Null when the operator has no identity provider. */
    staffSignOn: { provider: SingleSignOn; served: Extract<Served, { kind: 'staff' }> } | null
    /** Otherwise the staff sign in through the identity provider only, which says who is on the staff. */
    mayStaffUsePasswords: boolean
    requireStaffSecondFactor: boolean
    firstOwner: FirstOwner
    mayAnybodySignUp: boolean
    /** Queues an email, in `tx` if given; `accountId` is null for people of no account. */
    sendEmail(accountId: string | null, to: string, email: EmailContent, tx?: Tx): Promise<void>
    /** Without one, emails are stored and not sent. */
    hasMailServer: boolean
    readSender(): Promise<Sender>

    operator: OperatorData
    operatorVersions: VersionRegister
    catalog: Catalog
    /** The sample that comes with Octavo. */
    readSample(): Promise<OperatorContent>
    installation: Installation
    readSetUp(): Promise<SetUpStep[]>
    isSelling(): boolean
    secondPerson: SecondPersonRule

    place: PlaceOrder
    /** Null when the operator has no verifier of addresses. */
    addressChecks: AddressChecks | null
    archive: Archive
    liveUpdates: Pick<LiveUpdates, 'subscribe'>
    streams: Streams
    uploads: Uploads
    fileReview: FileReview
    /** Replaces the drawing of templates in the guarded child. */
    draw?: DrawOne

    cardDeps: CardDeps
    chargeDeps: ChargeDeps
    refundDeps: RefundDeps
    onlinePaymentDeps: OnlinePaymentDeps
    /** The endpoints of every payment provider; those of unused providers answer 404. */
    messageEndpoints: MessageEndpoint[]

    fulfillment: Fulfillment
    printerSetUp: PrinterSetUp
    labelDeps: LabelDeps
    receiveMessage: ReceiveMessage
    fileLinks: FileLinks
    readerLinks: ReaderLinks
    paymentLinks: PaymentLinks
    openPrintFile: OpenPrintFile
  }
