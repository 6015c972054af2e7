CREATE TABLE "activities" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"emptied" jsonb,
	"at" timestamp(3) with time zone NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"title" text,
	"investor_id" uuid,
	"shown" boolean DEFAULT false NOT NULL,
	"shown_since" bigint,
	"investor_id_since" bigint,
	CONSTRAINT "activities_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "analytics_data" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "cash_flows" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "commissions" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "document_signatures" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "audience" text;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "investor_connections" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "investor_users" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "opportunities" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "referral_attachments" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "referral_commissions" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "directory"."sessions" ADD COLUMN "acting_role" text;--> statement-breakpoint
ALTER TABLE "trading_accounts" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "valuations" ADD COLUMN "emptied" jsonb;--> statement-breakpoint
ALTER TABLE "valuations" ADD COLUMN "value_ratio" numeric(22, 6);--> statement-breakpoint
CREATE INDEX "activities_n" ON "activities" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "activities_investor_id" ON "activities" USING btree ("tenant_id","investor_id");--> statement-breakpoint
CREATE INDEX "activities_entity_id" ON "activities" USING btree ("tenant_id","entity_id");--> statement-breakpoint
CREATE INDEX "activities_shown_n" ON "activities" USING btree ("tenant_id","shown","n");--> statement-breakpoint
CREATE INDEX "activities_investor_id_n" ON "activities" USING btree ("tenant_id","investor_id","n");--> statement-breakpoint
do $$
declare
  tenant uuid;
  last bigint;
begin
  for tenant in select id from directory.tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    select n into last from tenant_numbers where tenant_id = tenant for update;
    update exchange_rates r set deleted_at = date_trunc('milliseconds', now()), updated_at = date_trunc('milliseconds', now()), n = last + 1
    where r.tenant_id = tenant and r.deleted_at is null and exists (
      select from exchange_rates o where o.tenant_id = tenant and o.deleted_at is null and (o.n, o.id) > (r.n, r.id)
        and (o.from_currency, o.to_currency, o.date, o.source) = (r.from_currency, r.to_currency, r.date, r.source));
    if found then
      update tenant_numbers set n = last + 1 where tenant_id = tenant;
    end if;
  end loop;
end $$;--> statement-breakpoint
CREATE UNIQUE INDEX "exchange_rates_from_currency_to_currency_date_source_unique" ON "exchange_rates" USING btree ("tenant_id","from_currency","to_currency","date","source") WHERE deleted_at is null;