ALTER TABLE "directory"."sessions" ADD COLUMN "acting_for" uuid;--> statement-breakpoint
ALTER TABLE "directory"."sessions" ADD COLUMN "acting_from" text;--> statement-breakpoint
ALTER TABLE "directory"."sessions" ADD COLUMN "acting_while" boolean;--> statement-breakpoint
ALTER TABLE "directory"."tenants" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "document_signatures_signer_id_n" ON "document_signatures" USING btree ("tenant_id","signer_id","n");--> statement-breakpoint
CREATE INDEX "notifications_user_id_n" ON "notifications" USING btree ("tenant_id","user_id","n");--> statement-breakpoint
CREATE INDEX "user_preferences_user_id_n" ON "user_preferences" USING btree ("tenant_id","user_id","n");
--> statement-breakpoint
ALTER TABLE "directory"."users" ADD CONSTRAINT "users_standing" UNIQUE ("id","role","is_active");
--> statement-breakpoint
ALTER TABLE "directory"."sessions" ADD CONSTRAINT "sessions_acting" FOREIGN KEY ("acting_for","acting_from","acting_while")
  REFERENCES "directory"."users" ("id","role","is_active") ON UPDATE SET NULL ON DELETE SET NULL;
--> statement-breakpoint
update directory.tenants set is_demo = true where name in ('Demo Capital', 'Other Partners')
  and id in (select tenant_id from directory.users where email in ('admin@demo.test', 'admin@other.test'));
