import { Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Name } from '#web/ui/format/name.tsx'
import { Moment } from '#web/ui/format/dates/moment.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Badge } from '#web/ui/page/badge.tsx'
import { ScrollRegion } from '#web/ui/table/scroll-region.tsx'
import type { NewsItem, Tick } from './market-data.ts'
import { amountProps } from '#web/ui/format/numbers/amount-props.ts'
import { quoteChange, quotePercent, quotePrice, quoteVolume } from './market-format.ts'
import classes from './quotes.module.css'
import { useMarket } from './use-market.ts'

const roomy = '(min-width: 1200px)'
const maxCompact = 6

export function Quotes({ symbols }: { readonly symbols: readonly string[] }) {
  const { t } = useTranslation('dashboard')
  const { isLive, ticks, news } = useMarket(symbols)
  const isFull = useMediaQuery(roomy, false, { getInitialValueInEffect: false })
  const shown = isFull ? symbols : symbols.slice(0, maxCompact)
  const updated = Math.max(0, ...[...ticks.values()].map(({ timestamp }) => timestamp))
  return (
    <>
      <div className={classes['badges']}>
        <Badge>{t('simulated')}</Badge>
        <Badge tone={isLive ? 'good' : 'warn'}>{isLive ? t('marketLive') : t('marketOffline')}</Badge>
      </div>
      <div className={classes['market']} data-layout={isFull ? 'full' : 'compact'}>
        <ul className={classes['tiles']}>
          {shown.map((symbol) => (
            <Quote key={symbol} symbol={symbol} tick={ticks.get(symbol)} />
          ))}
        </ul>
        {isFull && <News items={news} />}
      </div>
      <Text size="sm" c="dimmed">
        {updated > 0 ? (
          <Sentence
            format={(time) => t('marketUpdated', { time })}
            parts={[<Moment key="at" at={new Date(updated).toISOString()} />]}
          />
        ) : (
          t('marketWaiting')
        )}
      </Text>
    </>
  )
}

function Quote({ symbol, tick }: { readonly symbol: string; readonly tick: Tick | undefined }) {
  const { t } = useTranslation('dashboard')
  return (
    <li className={classes['tile']} data-direction={tick ? Math.sign(tick.change) : 0}>
      <bdi className={classes['symbol']}>{symbol}</bdi>
      <bdi dir="ltr" className={classes['price']}>
        {tick ? quotePrice(symbol, tick.price) : '—'}
      </bdi>
      <bdi dir="ltr" className={classes['change']}>
        {tick && `${quoteChange(symbol, tick.change)} (${quotePercent(tick.changePercent)})`}
      </bdi>
      {tick && tick.volume > 0 && (
        <Text size="xs" c="dimmed">
          <Sentence
            format={(volume) => t('marketVolume', { volume })}
            parts={[<bdi key="volume" {...amountProps(quoteVolume(tick.volume))} />]}
          />
        </Text>
      )}
    </li>
  )
}

function News({ items }: { readonly items: readonly NewsItem[] }) {
  const { t } = useTranslation('dashboard')
  const labels: Readonly<Record<string, { readonly head: string; readonly text: string }>> = {
    rates: { head: t('news.ratesTitle'), text: t('news.ratesSummary') },
    earnings: { head: t('news.earningsTitle'), text: t('news.earningsSummary') },
    crypto: { head: t('news.cryptoTitle'), text: t('news.cryptoSummary') },
    volatility: { head: t('news.volatilityTitle'), text: t('news.volatilitySummary') },
    lira: { head: t('news.liraTitle'), text: t('news.liraSummary') },
    property: { head: t('news.propertyTitle'), text: t('news.propertySummary') },
  }
  const sentiments = {
    positive: { tone: 'good', label: t('news.positive') },
    negative: { tone: 'danger', label: t('news.negative') },
    neutral: { tone: 'neutral', label: t('news.neutral') },
  } as const
  return (
    <ScrollRegion className={classes['news']} label={t('marketNews')}>
      <Title order={3}>{t('marketNews')}</Title>
      {items.length === 0 && <Text c="dimmed">{t('marketNoNews')}</Text>}
      <ul>
        {items.map(({ id, title, summary, publishedAt, sentiment, relevantSymbols }) => (
          <li key={id}>
            <div className={classes['line']}>
              <strong>{labels[title]?.head ?? <Name>{title}</Name>}</strong>
              <Badge tone={sentiments[sentiment].tone}>{sentiments[sentiment].label}</Badge>
            </div>
            <Text size="sm">{labels[title]?.text ?? <Name>{summary}</Name>}</Text>
            <Text size="xs" c="dimmed">
              <Moment at={new Date(publishedAt).toISOString()} />{' '}
              {relevantSymbols.map((symbol) => (
                <bdi key={symbol}>{symbol} </bdi>
              ))}
            </Text>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  )
}
