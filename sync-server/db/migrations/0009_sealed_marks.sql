ALTER TABLE "epochs" ADD COLUMN "recovery_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "tenant_numbers" ADD COLUMN "mark_key" uuid DEFAULT gen_random_uuid() NOT NULL;
--> statement-breakpoint
do $$
declare
  tenant uuid;
begin
  for tenant in select id from directory.tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update epochs set recovery_at = recovers_until - interval '72 hours' where recovers_until is not null;
  end loop;
end $$;
