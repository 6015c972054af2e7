DROP INDEX "activities_investor_id";--> statement-breakpoint
DROP INDEX "cash_flows_investor_id";--> statement-breakpoint
DROP INDEX "documents_investor_id";--> statement-breakpoint
DROP INDEX "investments_investor_id";--> statement-breakpoint
DROP INDEX "investor_connections_requester_id";--> statement-breakpoint
DROP INDEX "investor_connections_recipient_id";--> statement-breakpoint
DROP INDEX "opportunities_investor_id";