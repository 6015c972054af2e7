CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at");
--> statement-breakpoint
create policy read_by_directory on jobs for select to holdfast_directory using (true);
--> statement-breakpoint
grant select (tenant_id) on jobs to holdfast_directory;
--> statement-breakpoint
grant select (kind) on jobs to holdfast_directory;
--> statement-breakpoint
grant select (key) on jobs to holdfast_directory;
--> statement-breakpoint
grant select (run_at) on jobs to holdfast_directory;
