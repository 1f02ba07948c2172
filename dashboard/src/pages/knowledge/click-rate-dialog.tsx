import type { HistoryRow } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { resultDaysQuery } from '../../api/knowledge.ts'
import { metricValue } from '../../format/results.ts'
import { dayName } from '../../format/time.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { PlotCard } from '../../parts/plot-card.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useLanguage } from '../../words/index.ts'
import { BreakdownsCard } from './breakdowns-card.tsx'
import { ClickRateLine } from './click-rate-line.tsx'
import { clickRates } from './click-rates.ts'
import { EarningsCard } from './earnings-card.tsx'
import { FunnelCard } from './funnel-card.tsx'

type ClickRateDialogProps = { row: HistoryRow; name: string; onClose(): void }

/** Is it tired? The click rate of each day, against its best seven days; its funnel and parts, if known. */
export function ClickRateDialog({ row, name, onClose }: ClickRateDialogProps) {
  const { id, funnel, breakdowns, currency } = row
  const { words, language } = useLanguage()
  const { knowledge } = words
  const now = useNow()
  const days = useQuery(resultDaysQuery(useMode(), id))
  const rates = clickRates(days.data ?? [])
  const rows = rates.points.toReversed().map(({ day, rate }) => ({
    id: day,
    cells: [dayName(new Date(day), now, language), metricValue('ctr', rate)],
  }))
  return (
    <Dialog isOpen onClose={onClose} title={knowledge.showDays(name)} text={knowledge.tiredHelp}>
      {days.error && <Problem error={days.error} onRetry={days.refetch} />}
      {days.data && rates.points.length === 0 && <p className="text-s text-ink3">{knowledge.noDays}</p>}
      {rates.points.length > 0 && (
        <PlotCard
          title={knowledge.tired}
          table={{ columns: [knowledge.dayColumn, knowledge.clickRate], rows }}
        >
          <ClickRateLine rates={rates} />
        </PlotCard>
      )}
      <EarningsCard row={row} />
      {funnel && <FunnelCard funnel={funnel} />}
      {breakdowns && <BreakdownsCard row={{ breakdowns, currency }} />}
    </Dialog>
  )
}
