CREATE TABLE "directory"."import_turns" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"until" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "directory"."tenants" DROP CONSTRAINT "tenants_name_unique";
--> statement-breakpoint
ALTER TABLE "directory"."sessions" ADD COLUMN "push_hash" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_push_hash_unique" ON "directory"."sessions" USING btree ("push_hash");
--> statement-breakpoint
grant select, insert, update, delete on directory.import_turns to holdfast_directory;

--> statement-breakpoint
-- Their secrets were kept in clear and no session holds their addresses: browsers subscribe again.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from directory.tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    delete from push_subscriptions where tenant_id = tenant;
  end loop;
end $$;
